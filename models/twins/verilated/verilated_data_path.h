// SPDX-License-Identifier: Apache-2.0
// Makes twins of the Verilated blocks of the compacted data path.
#pragma once

#include "twins/verilated/data_path_twins.h"
#include "twins/verilated/port_words.h"
#include "twins/verilated/shape_bits.h"
#include "twins/verilated/verilated_top.h"

namespace lanefold {

/// Puts `count` values side by side.
template <class Signal>
void drive_values(Signal& signal, const std::uint64_t* values, unsigned count, unsigned bits) {
  PortWords words{};
  for (unsigned i = 0; i < count; ++i) store_field(words, i * bits, values[i]);
  store_words(words, signal.value());
}
template <class Signal>
void sample_values(const Signal& signal, std::uint64_t* values, unsigned count, unsigned bits) {
  PortWords words;
  load_words(signal.read(), words);
  for (unsigned i = 0; i < count; ++i) values[i] = load_field(words, i * bits, bits);
}
template <class Pins>
void drive_control(Pins& pins, const QuadControl& control, const QuadGeometry& geometry) {
  PortWords quads{};
  PortWords positions{};
  for (unsigned i = 0; i < geometry.positions(); ++i) {
    store_field(quads, i * quad_bits(geometry), control.quad[i]);
    store_field(positions, i * position_bits(geometry), control.position[i]);
  }
  pins.enable.value() = static_cast<std::uint32_t>(control.enable.bits());
  store_words(quads, pins.quad.value());
  store_words(positions, pins.position.value());
}

template <class Model>
struct OperandLatchPins {
  explicit OperandLatchPins(const char* name) : model(name) {
    model.clk_i(clk);
    model.write_i(write);
    model.data_i(data_in);
    model.data_o(data_out);
  }

  Model model;
  ImmediateBit clk;
  SignalFor<decltype(Model::write_i)> write;
  SignalFor<decltype(Model::data_i)> data_in;
  SignalFor<decltype(Model::data_o)> data_out;
};

template <class Model>
class VerilatedOperandLatch final : public OperandLatchTwin {
 public:
  VerilatedOperandLatch(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : OperandLatchTwin(session_of(place)),
        geometry_(geometry),
        top_(place, shared_session(), kind) {}

  void write(LaneMask quads, const std::uint64_t* lane_values) override {
    auto& pins = top_.pins();
    drive(pins.write, quads.bits());
    drive_values(pins.data_in, lane_values, geometry_.lanes(), geometry_.operand_bits());
    for (const bool level : {false, true}) {
      pins.clk.write(level);
      top_.evaluate();
    }
  }
  void read(std::uint64_t* lane_values) override {
    sample_values(top_.pins().data_out, lane_values, geometry_.lanes(), geometry_.operand_bits());
  }

 private:
  QuadGeometry geometry_;
  VerilatedTop<OperandLatchPins<Model>> top_;
};

/// Crossbar and unswizzle have the same inputs.
template <class Model>
struct PermutationPins {
  explicit PermutationPins(const char* name) : model(name) {
    model.data_i(data_in);
    model.enable_i(enable);
    model.quad_i(quad);
    model.position_i(position);
    model.data_o(data_out);
  }

  Model model;
  SignalFor<decltype(Model::data_i)> data_in;
  SignalFor<decltype(Model::enable_i)> enable;
  SignalFor<decltype(Model::quad_i)> quad;
  SignalFor<decltype(Model::position_i)> position;
  SignalFor<decltype(Model::data_o)> data_out;
};

template <class Model>
class VerilatedSwizzleCrossbar final : public SwizzleCrossbarTwin {
 public:
  VerilatedSwizzleCrossbar(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : SwizzleCrossbarTwin(session_of(place)),
        geometry_(geometry),
        top_(place, shared_session(), kind) {}

  using SwizzleCrossbarTwin::swizzle;
  void swizzle(const std::uint64_t* lane_values, const QuadControl& control,
               std::uint64_t* position_values) override {
    auto& pins = top_.pins();
    drive_values(pins.data_in, lane_values, geometry_.lanes(), geometry_.operand_bits());
    drive_control(pins, control, geometry_);
    top_.evaluate();
    sample_values(pins.data_out, position_values, geometry_.positions(), geometry_.operand_bits());
  }

 private:
  QuadGeometry geometry_;
  VerilatedTop<PermutationPins<Model>> top_;
};

template <class Model>
struct UnswizzlePins : PermutationPins<Model> {
  explicit UnswizzlePins(const char* name) : PermutationPins<Model>(name) {
    this->model.write_o(write);
  }

  SignalFor<decltype(Model::write_o)> write;
};

template <class Model>
class VerilatedUnswizzle final : public UnswizzleTwin {
 public:
  VerilatedUnswizzle(const QuadGeometry& geometry, const TwinPlace& place, const char* kind)
      : UnswizzleTwin(session_of(place)),
        geometry_(geometry),
        top_(place, shared_session(), kind) {}

  using UnswizzleTwin::unswizzle;
  LaneMask unswizzle(const std::uint64_t* position_values, const QuadControl& control,
                     std::uint64_t* lane_values) override {
    auto& pins = top_.pins();
    drive_values(pins.data_in, position_values, geometry_.positions(), geometry_.operand_bits());
    drive_control(pins, control, geometry_);
    top_.evaluate();
    sample_values(pins.data_out, lane_values, geometry_.lanes(), geometry_.operand_bits());
    return LaneMask(pins.write.read());
  }

 private:
  QuadGeometry geometry_;
  VerilatedTop<UnswizzlePins<Model>> top_;
};

}  // namespace lanefold
