// SPDX-License-Identifier: Apache-2.0
// The blocks of the papers by the names that these give them, and the edges between them.
#include "list_blocks.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "decisions/pipeline/edges.h"
#include "lanefold/config.h"
#include "machine/gpu/module_sockets.h"

namespace lanefold {
namespace {

struct Block {
  const char* word;
  const char* module;
  const char* rtl;  ///< files of rtl, or none
};

constexpr Block kBlocks[] = {
    {"thread dispatcher", "thread_dispatcher", ""},
    {"fetch", "fetch", ""},
    {"decode", "decode", ""},
    {"mask computation", "execution_mask", "exec_mask"},
    {"scoreboard", "scoreboard", "scoreboard"},
    {"scalar control", "scalar_control", ""},
    {"predicates", "predicate_mask", ""},
    {"arbiter", "arbiter", ""},
    {"SCC swizzle control", "compaction_control",
     "none_control, ivb_half, bcc_control, scc_control, scc_pipeline, compaction_sequencer"},
    {"register-file banks", "register_banks", ""},
    {"operand latch", "operand_latch", "operand_latch"},
    {"quad swizzle crossbar", "swizzle_crossbar", "swizzle_crossbar"},
    {"FPU", "fpu", "compaction_datapath"},
    {"EM", "em", "compaction_datapath"},
    {"control flow", "control_pipe", ""},
    {"unswizzle", "unswizzle", "unswizzle"},
    {"write-back", "write_back", ""},
    {"load/store unit", "load_store_unit", "coalescer"},
    {"Diverge on Miss", "memory_divergence", "slip_unit"},
    {"MDT", "memory_divergence_table", "mdt"},
    {"MCB", "miss_completion_buffer", "mcb"},
    {"slip controller", "slip_controller", "slip_controller"},
    {"warp slices", "warp_slices", ""},
    {"warp-slice table", "warp_slice_table", "warp_slice_table"},
    {"ASU", "adaptation_state_unit", "asu"},
    {"local memory", "local_memory", ""},
    {"instruction cache", "instruction_cache", ""},
    {"L1", "l1", ""},
    {"L2", "l2", ""},
    {"L3", "l3", ""},
    {"LLC", "llc", ""},
    {"interconnect", "interconnect", ""},
    {"directory", "directory", ""},
    {"DRAM", "dram", ""},
};

/// Together these machines have all of them; the first has the most sockets where they differ.
std::map<std::string, std::vector<std::string>> all_sockets() {
  const std::vector<std::pair<const char*, std::vector<const char*>>> machines{
      {"mv5-wpu", {"core.adaptation.strategy=dwrep"}},
      {"manycore-dom", {"core.on_miss=slip"}},
      {"ivb-eu", {"core.datapath=exact", "core.scalar.execution=pipe"}},
      {"ivb-eu", {"core.isa=gen8"}}};
  std::map<std::string, std::vector<std::string>> sockets;
  for (const auto& [name, settings] : machines) {
    MachineConfig machine = load_machine(name);
    for (const char* setting : settings) apply_setting(machine, setting);
    sockets.merge(module_sockets(machine));
  }
  return sockets;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

}  // namespace

std::vector<BlockInfo> list_blocks() {
  const auto sockets = all_sockets();
  std::vector<BlockInfo> blocks;
  for (const Block& block : kBlocks) {
    blocks.push_back({block.word, block.module, sockets.at(block.module), block.rtl});
  }
  return blocks;
}

std::vector<std::pair<std::string, std::string>> block_lines() {
  const std::vector<BlockInfo> blocks = list_blocks();
  std::size_t width = 0;
  for (const BlockInfo& block : blocks) width = std::max(width, block.module.size());
  std::vector<std::pair<std::string, std::string>> lines;
  for (const BlockInfo& block : blocks) {
    const std::string rtl = block.rtl.empty() ? "" : "; RTL: " + block.rtl;
    lines.emplace_back(block.word,
                       padded(block.module, width + 2) + join(block.sockets, ", ") + rtl);
  }
  return lines;
}

std::vector<std::pair<std::string, std::string>> edge_lines() {
  std::size_t width = 0;
  for (const EdgeInfo& edge : kEdges) width = std::max(width, std::string(edge.to).size());
  std::vector<std::pair<std::string, std::string>> lines;
  for (const EdgeInfo& edge : kEdges) {
    std::string text = padded(edge.to, width + 2) + edge.payload;
    text += edge.carries_delays() ? ", carries delays" : ", within the cycle";
    if (*edge.with != '\0') text += std::string("; with ") + edge.with;
    lines.emplace_back(edge.name, text);
  }
  return lines;
}

}  // namespace lanefold
