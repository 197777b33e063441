// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the whole compaction path of an ALU pipe, rtl/compaction_datapath.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"
#include "twins/verilated/datapath_depth.h"

namespace lanefold {

struct CompactionDatapathPorts {
  static constexpr unsigned kOperands = 3;
  static constexpr unsigned kMostLanes = 64;
  static constexpr unsigned kMostPositions = 32;
  /// Bits of a tag.
  static constexpr unsigned kTagBits = 8;

  struct Inputs {
    bool valid = false;
    LaneMask dispatch;
    LaneMask control_flow;
    LaneMask predicate;
    unsigned policy = 0;    ///< lanefold_pkg::policy_t
    unsigned operand = 0;   ///< lanefold_pkg::operand_t
    unsigned used = 0;      ///< bit k for operand k, as in the fields below
    unsigned wide = 0;      ///< of 64 bits
    unsigned interval = 1;  ///< cycles of the ALU for each micro-op, 1 to 64
    unsigned tag = 0;
    /// At operand * lanes + lane.
    std::array<std::uint64_t, std::size_t{kOperands} * kMostLanes> row_data{};
    std::array<std::uint64_t, kMostPositions> alu_result{};
    bool ready = true;  ///< results are taken
  };
  using Positions = std::array<std::uint64_t, kMostPositions>;
  struct Outputs {
    bool ready = false;
    unsigned read = 0;
    std::array<std::uint8_t, kOperands> row{};
    std::array<std::uint8_t, kOperands> half{};
    unsigned read_tag = 0;
    bool alu_valid = false;
    unsigned alu_tag = 0;
    LaneMask alu_enable;  ///< bit p for ALU position p
    std::array<std::uint8_t, kMostPositions> alu_lane{};
    Positions alu_a{};
    Positions alu_b{};
    Positions alu_c{};
    bool valid = false;
    unsigned tag = 0;
    bool last = false;
    LaneMask write;
    std::array<std::uint64_t, kMostLanes> data{};
  };
};
using CompactionDatapathTwin = ClockedTwin<CompactionDatapathPorts>;

/// Operands have up to 64 bits. Throws Error(Configuration), naming what exists, when
/// rtl/geometries.txt does not have the shape, or rtl/ the organisation.
std::unique_ptr<CompactionDatapathTwin> make_compaction_datapath_twin(unsigned lanes,
                                                                      unsigned alu_width,
                                                                      RegisterFileKind kind,
                                                                      const TwinPlace& place = {});

}  // namespace lanefold
