// SPDX-License-Identifier: Apache-2.0
// Makes twins of the Verilated blocks of the compacted data path.
#pragma once

#include "twins/verilated/data_path_twins.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

template <class Pins>
void drive_control(Pins& pins, const QuadControl& control) {
  pins.enable_i.drive(control.enable);
  pins.quad_i.drive(control.quad);
  pins.position_i.drive(control.position);
}

template <class Pins>
class VerilatedOperandLatch final : public OperandLatchTwin {
 public:
  VerilatedOperandLatch(const QuadGeometry& /*geometry*/, const TwinPlace& place, const char* kind)
      : OperandLatchTwin(session_of(place)), top_(place, shared_session(), kind) {}

  void write(LaneMask quads, const std::uint64_t* lane_values) override {
    Pins& pins = top_.pins();
    pins.write_i.drive(quads);
    pins.data_i.drive(lane_values);
    for (const bool level : {false, true}) {
      pins.clk_i.write(level);
      top_.evaluate();
    }
  }
  void read(std::uint64_t* lane_values) override { top_.pins().data_o.sample(lane_values); }

 private:
  VerilatedTop<Pins> top_;
};

template <class Pins>
class VerilatedSwizzleCrossbar final : public SwizzleCrossbarTwin {
 public:
  VerilatedSwizzleCrossbar(const QuadGeometry& /*geometry*/, const TwinPlace& place,
                           const char* kind)
      : SwizzleCrossbarTwin(session_of(place)), top_(place, shared_session(), kind) {}

  using SwizzleCrossbarTwin::swizzle;
  void swizzle(const std::uint64_t* lane_values, const QuadControl& control,
               std::uint64_t* position_values) override {
    Pins& pins = top_.pins();
    pins.data_i.drive(lane_values);
    drive_control(pins, control);
    top_.evaluate();
    pins.data_o.sample(position_values);
  }

 private:
  VerilatedTop<Pins> top_;
};

template <class Pins>
class VerilatedUnswizzle final : public UnswizzleTwin {
 public:
  VerilatedUnswizzle(const QuadGeometry& /*geometry*/, const TwinPlace& place, const char* kind)
      : UnswizzleTwin(session_of(place)), top_(place, shared_session(), kind) {}

  using UnswizzleTwin::unswizzle;
  LaneMask unswizzle(const std::uint64_t* position_values, const QuadControl& control,
                     std::uint64_t* lane_values) override {
    Pins& pins = top_.pins();
    pins.data_i.drive(position_values);
    drive_control(pins, control);
    top_.evaluate();
    pins.data_o.sample(lane_values);
    return LaneMask(pins.write_o.bits());
  }

 private:
  VerilatedTop<Pins> top_;
};

}  // namespace lanefold
