// SPDX-License-Identifier: Apache-2.0
// The names of blocks that have RTL.
#include "twins/loop/rtl_blocks.h"

#include <algorithm>
#include <array>

#include "base/nearest_name.h"
#include "base/text.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// What a machine must have to use some of the blocks; and, where it does not, what it needs.
bool always(const CoreConfig& /*core*/) { return true; }
bool waits_for_scc(const CoreConfig& core) {
  return core.compaction == "scc" && core.compaction_latency >= kSccPipelineCycles;
}
std::string why_not_waits_for_scc(const CoreConfig& core) {
  if (core.compaction != "scc") return "core.compaction=scc, not " + core.compaction;
  return "core.compaction_latency of at least " + std::to_string(kSccPipelineCycles) + ", not " +
         std::to_string(core.compaction_latency);
}
bool slips(const CoreConfig& core) { return core.on_miss == "slip"; }
std::string why_not_slips(const CoreConfig& core) {
  return "core.on_miss=slip, not " + core.on_miss;
}
std::string why_not_adapts(const CoreConfig& /*core*/) { return "core.adaptation, which is off"; }
std::string why_not_divides(const CoreConfig& /*core*/) {
  return "warps that are divided: core.adaptation, or core.simd as in 8x4";
}

/// A block that serves whatever the policy of compaction.
struct Entry {
  const char* name;
  bool RtlBlocks::*chosen;
  bool (*used)(const CoreConfig&) = always;
  std::string (*needs)(const CoreConfig&) = nullptr;  ///< where it is not used
};
constexpr std::array<Entry, 10> kEntries{{
    {"exec_mask", &RtlBlocks::exec_mask},
    {"scc_pipeline", &RtlBlocks::scc_pipeline, waits_for_scc, why_not_waits_for_scc},
    {"compaction_sequencer", &RtlBlocks::compaction_sequencer},
    {"operand_latch", &RtlBlocks::operand_latch},
    {"swizzle_crossbar", &RtlBlocks::swizzle_crossbar},
    {"unswizzle", &RtlBlocks::unswizzle},
    {"mdt", &RtlBlocks::mdt, slips, why_not_slips},
    {"slip_controller", &RtlBlocks::slip_controller, slips, why_not_slips},
    {"asu", &RtlBlocks::asu, adapts, why_not_adapts},
    {"warp_slice_table", &RtlBlocks::warp_slice_table, divides_warps, why_not_divides},
}};

/// A control block and the policies that it implements: a policy of compaction has RTL only if
/// someone writes it.
struct Control {
  const char* name;
  std::vector<std::string> policies;
};
const std::vector<Control>& controls() {
  static const std::vector<Control> kControls{{"none_control", {"none"}},
                                              {"ivb_half", {"ivb"}},
                                              {"bcc_control", {"bcc"}},
                                              {"scc_control", {"scc", "scc-fifo"}}};
  return kControls;
}

bool serves(const Control& control, const std::string& policy) {
  const auto& policies = control.policies;
  return std::find(policies.begin(), policies.end(), policy) != policies.end();
}

bool any_serves(const std::string& policy) {
  return std::any_of(controls().begin(), controls().end(),
                     [&](const Control& control) { return serves(control, policy); });
}

bool choose_control(const std::string& name, const MachineConfig& config) {
  for (const Control& control : controls()) {
    if (name != control.name) continue;
    if (serves(control, config.core.compaction)) return true;
    throw Error(ErrorKind::Usage, "--rtl " + name +
                                      " needs core.compaction=" + join(control.policies, " or ") +
                                      ", not " + config.core.compaction);
  }
  return false;
}

}  // namespace

const std::vector<std::string>& rtl_block_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names{"all"};
    for (const Control& control : controls()) names.emplace_back(control.name);
    for (const Entry& entry : kEntries) names.emplace_back(entry.name);
    return names;
  }();
  return kNames;
}

RtlBlocks select_rtl_blocks(const std::vector<std::string>& names, const MachineConfig& config) {
  RtlBlocks blocks;
  for (const std::string& name : names) {
    const bool all = name == "all";
    bool known = all;
    for (const Entry& entry : kEntries) {
      const bool used = entry.used(config.core);
      if (all ? !used : name != entry.name) continue;
      if (!used)
        throw Error(ErrorKind::Usage, "--rtl " + name + " needs " + entry.needs(config.core));
      blocks.*entry.chosen = true;
      known = true;
    }
    if (all && !any_serves(config.core.compaction)) {
      throw Error(ErrorKind::Usage,
                  "--rtl all: no block of RTL has core.compaction=" + config.core.compaction);
    }
    if (all || choose_control(name, config)) {
      blocks.control = true;
    } else if (!known) {
      throw Error(ErrorKind::Usage, "--rtl: there is no block " + in_quotes(name) +
                                        suggestion(name, rtl_block_names()));
    }
  }
  return blocks;
}

std::vector<std::string> names_of(const RtlBlocks& blocks, const MachineConfig& config) {
  std::vector<std::string> names;
  for (const Control& control : controls()) {
    if (blocks.control && serves(control, config.core.compaction)) names.emplace_back(control.name);
  }
  for (const Entry& entry : kEntries) {
    if (blocks.*entry.chosen) names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace lanefold
