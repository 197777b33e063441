// SPDX-License-Identifier: Apache-2.0
// The RTL twins of the compacted data path: rtl/operand_latch.sv, rtl/swizzle_crossbar.sv and
// rtl/unswizzle.sv. Each value is one operand of geometry.operand_bits() bits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

/// What the compaction control tells the data path for one cycle.
struct QuadControl {
  LaneMask enable;  ///< bit p for ALU position p
  std::array<std::uint8_t, 32> quad{};
  std::array<std::uint8_t, 32> position{};
};
/// The control of one cycle of a schedule; disabled positions select lane 0.
QuadControl quad_control(const Schedule& schedule, unsigned cycle);

class OperandLatchTwin : public Twin {
 public:
  /// One rising clock edge with `lane_values` at the input; the quads in `quads` (bit q) take
  /// theirs.
  virtual void write(LaneMask quads, const std::uint64_t* lane_values) = 0;
  /// What the latch holds, one value a lane.
  virtual void read(std::uint64_t* lane_values) = 0;

 protected:
  using Twin::Twin;
};

class SwizzleCrossbarTwin : public Twin {
 public:
  /// One value for each of geometry.positions() ALU positions, 0 where disabled.
  virtual void swizzle(const std::uint64_t* lane_values, const QuadControl& control,
                       std::uint64_t* position_values) = 0;
  void swizzle(const std::uint64_t* lane_values, const Schedule& schedule, unsigned cycle,
               std::uint64_t* position_values) {
    swizzle(lane_values, quad_control(schedule, cycle), position_values);
  }

 protected:
  using Twin::Twin;
};

class UnswizzleTwin : public Twin {
 public:
  /// Returns the lanes written; `lane_values` gets a value for every lane, 0 where not written.
  virtual LaneMask unswizzle(const std::uint64_t* position_values, const QuadControl& control,
                             std::uint64_t* lane_values) = 0;
  LaneMask unswizzle(const std::uint64_t* position_values, const Schedule& schedule, unsigned cycle,
                     std::uint64_t* lane_values) {
    return unswizzle(position_values, quad_control(schedule, cycle), lane_values);
  }

 protected:
  using Twin::Twin;
};

/// Each throws Error(Configuration), naming what exists, when rtl/geometries.txt does not have the
/// geometry.
std::unique_ptr<OperandLatchTwin> make_operand_latch_twin(const QuadGeometry& geometry,
                                                          const TwinPlace& place = {});
std::unique_ptr<SwizzleCrossbarTwin> make_swizzle_crossbar_twin(const QuadGeometry& geometry,
                                                                const TwinPlace& place = {});
/// The twin of a crossbar made of swizzlers and a wired-OR bus: rtl/wired_or_crossbar.sv.
std::unique_ptr<SwizzleCrossbarTwin> make_wired_or_crossbar_twin(const QuadGeometry& geometry,
                                                                 const TwinPlace& place = {});
std::unique_ptr<UnswizzleTwin> make_unswizzle_twin(const QuadGeometry& geometry,
                                                   const TwinPlace& place = {});

}  // namespace lanefold
