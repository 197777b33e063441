// SPDX-License-Identifier: Apache-2.0
// The names of blocks that have RTL.
#include "rtl_twins/rtl_blocks.h"

#include <algorithm>
#include <array>

#include "common/nearest_name.h"
#include "common/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// A block that serves whatever the policy of compaction.
struct Entry {
  const char* name;
  bool RtlBlocks::*chosen;
  bool of_slip = false;  ///< asked with core.on_miss=slip only
};
constexpr std::array<Entry, 7> kEntries{{
    {"exec_mask", &RtlBlocks::exec_mask},
    {"compaction_sequencer", &RtlBlocks::compaction_sequencer},
    {"operand_latch", &RtlBlocks::operand_latch},
    {"swizzle_crossbar", &RtlBlocks::swizzle_crossbar},
    {"unswizzle", &RtlBlocks::unswizzle},
    {"mdt", &RtlBlocks::mdt, true},
    {"slip_controller", &RtlBlocks::slip_controller, true},
}};

bool is_used(const Entry& entry, const MachineConfig& config) {
  return !entry.of_slip || config.core.on_miss == "slip";
}

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
      if (all ? !is_used(entry, config) : name != entry.name) continue;
      if (!is_used(entry, config)) {
        throw Error(ErrorKind::Usage,
                    "--rtl " + name + " needs core.on_miss=slip, not " + config.core.on_miss);
      }
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
