// SPDX-License-Identifier: Apache-2.0
// The RTL twin of the compaction sequencer, rtl/compaction_sequencer.sv.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "lanefold/lane_mask.h"
#include "twins/verilated/clocked_twin.h"

namespace lanefold {

struct SequencerPorts {
  struct Inputs {
    bool valid = false;
    LaneMask mask;
    unsigned policy = 0;   ///< lanefold_pkg::policy_t
    unsigned operand = 0;  ///< lanefold_pkg::operand_t
    bool ready = false;    ///< the receiver of the micro-ops is ready
  };
  struct Outputs {
    bool ready = false;
    bool valid = false;
    bool first = false;
    bool last = false;
    LaneMask enable;  ///< bit p for ALU position p, below twice the ALU's width
    std::array<std::uint8_t, 32> quad{};
    std::array<std::uint8_t, 32> position{};
  };
};
using SequencerTwin = ClockedTwin<SequencerPorts>;

/// Throws Error(Configuration), naming what exists, when rtl/geometries.txt does not have the
/// geometry. `scc_fifo` chooses the architecture of scc_control.
std::unique_ptr<SequencerTwin> make_sequencer_twin(unsigned lanes, unsigned alu_width,
                                                   bool scc_fifo = false,
                                                   const TwinPlace& place = {});

}  // namespace lanefold
