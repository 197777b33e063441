// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the adaptation state unit, rtl/asu.sv.
#pragma once

#include <cstdint>
#include <memory>

#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct AsuPorts {
  /// lanefold_pkg::asu_op_t.
  enum class Op : std::uint8_t { Keep, Start, Default, Interval };
  /// lanefold_pkg::adaptation_t.
  enum class Strategy : std::uint8_t { Both, Depth, Width };

  static constexpr std::uint64_t kMostCycles = 0xffff'ffff;
  static constexpr std::uint64_t kMostTasks = 0xffff;

  struct Inputs {
    Op op = Op::Keep;
    Strategy strategy = Strategy::Both;
    bool anneal = false;
    std::uint64_t cycles = 0;  ///< 0 to kMostCycles
    std::uint64_t tasks = 0;   ///< 0 to kMostTasks; with Op::Interval at least 1
  };
  struct Outputs {
    bool ready = false;
    unsigned width = 0;
    unsigned depth = 0;
    bool converged = false;
  };
};
using AsuTwin = ClockedTwin<AsuPorts>;

/// The twin for a core with so many warps and at most so many slices. Throws Error(Configuration),
/// naming what exists, when rtl_slice_shapes(lanes) has no such shape, or no geometry of
/// rtl/geometries.txt so many lanes.
std::unique_ptr<AsuTwin> make_asu_twin(unsigned lanes, unsigned warps, unsigned slices,
                                       const TwinPlace& place = {});

}  // namespace lanefold
