// SPDX-License-Identifier: Apache-2.0
// Which blocks of the cores are replaced by their RTL: names, and what the machine allows.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/machine_config.h"
#include "twins/plugin/own_rtl.h"

namespace lanefold {

/// What `--rtl` may name: modules in rtl/, and `all`.
const std::vector<std::string>& rtl_block_names();

/// What can be compared with its model: all modules with a bench, and the circuits of scc_control.
const std::vector<std::string>& cosim_block_names();

/// How many cycles rtl/scc_pipeline.sv takes: one on each side of its registers.
inline constexpr unsigned kSccPipelineCycles = 2;

/// The policies of compaction that have a control block.
const std::vector<CompactionPolicy>& rtl_policies();

/// The blocks of a core that are RTL.
class RtlBlocks {
 public:
  /// Names as in rtl_block_names(), without `all`.
  explicit RtlBlocks(std::set<std::string> names) : names_(std::move(names)) {}

  bool has(const std::string& name) const { return names_.count(name) != 0; }
  /// Whether the ALU pipes are RTL that has a time.
  bool datapath() const;
  /// Whether the control block of the machine's compaction policy is.
  bool control() const;
  /// Whether any of them compacts.
  bool compact() const { return control() || has("scc_pipeline") || has("compaction_sequencer"); }
  /// Whether any of them carries operands, so that the data path must have them.
  bool carries_values() const {
    return has("operand_latch") || has("swizzle_crossbar") || has("unswizzle") || datapath();
  }

 private:
  std::set<std::string> names_;
};

/// What `--rtl` has words for: a name of rtl_block_names(), or NAME=FILE or NAME=FILE:MODULE for
/// RTL of the user's own. Throws Error(Usage) for a file without a name, for `all`,
/// and for a block with two files.
std::vector<OwnRtl> own_rtl_of(const std::vector<std::string>& words);

/// The blocks of these words; `all` stands for every one that the machine uses. Throws Error(Usage)
/// for an unknown name, naming the nearest, for a control block of another compaction policy or one
/// that needs more cycles than the machine gives it, for a block of Diverge on Miss, of slices or
/// of adaptation without it, for `asu` where cores adapt by rules that it does not have, for
/// compaction_datapath where it is not the pipe of the machine, and beside what it has inside.
RtlBlocks select_rtl_blocks(const std::vector<std::string>& words, const MachineConfig& config);

/// The names of the blocks, in the order of rtl_block_names().
std::vector<std::string> names_of(const RtlBlocks& blocks);

}  // namespace lanefold
