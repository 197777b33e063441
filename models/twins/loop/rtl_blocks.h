// SPDX-License-Identifier: Apache-2.0
// Which blocks of the cores are replaced by their RTL: names, and what the machine allows.
#pragma once

#include <string>
#include <vector>

#include "lanefold/machine_config.h"

namespace lanefold {

/// What `--rtl` may name: modules in rtl/, and `all`.
const std::vector<std::string>& rtl_block_names();

/// How many cycles rtl/scc_pipeline.sv takes: one on each side of its registers.
inline constexpr unsigned kSccPipelineCycles = 2;

/// The blocks of a core that are RTL.
struct RtlBlocks {
  bool exec_mask = false;
  bool control = false;  ///< the control block of the machine's compaction policy
  bool scc_pipeline = false;
  bool compaction_sequencer = false;
  bool operand_latch = false;
  bool swizzle_crossbar = false;
  bool unswizzle = false;
  bool mdt = false;
  bool slip_controller = false;
  bool asu = false;
  bool warp_slice_table = false;

  /// Whether any of them compacts.
  bool compact() const { return control || scc_pipeline || compaction_sequencer; }
  /// Whether any of them carries operands, so that the data path must have them.
  bool carries_values() const { return operand_latch || swizzle_crossbar || unswizzle; }
};

/// The blocks of these names; `all` stands for every one that the machine uses. Throws Error(Usage)
/// for an unknown name, naming the nearest, for a control block of another compaction policy or one
/// that needs more cycles than the machine gives it, and for a block of Diverge on Miss, of slices
/// or of adaptation without it.
RtlBlocks select_rtl_blocks(const std::vector<std::string>& names, const MachineConfig& config);

/// The names of the blocks, as in rtl_block_names().
std::vector<std::string> names_of(const RtlBlocks& blocks, const MachineConfig& config);

}  // namespace lanefold
