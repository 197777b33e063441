// SPDX-License-Identifier: Apache-2.0
// The names of blocks that have RTL.
#include "twins/loop/rtl_blocks.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/nearest_name.h"
#include "base/text.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// What a machine must have for a block; and, where it does not, what the block needs.
struct Condition {
  bool (*met)(const CoreConfig&);
  std::string (*needs)(const CoreConfig&);
};
constexpr Condition kAlways{[](const CoreConfig& /*core*/) { return true; }, nullptr};
constexpr Condition kWaitsForScc{
    [](const CoreConfig& core) {
      return core.compaction == "scc" && core.compaction_latency >= kSccPipelineCycles;
    },
    [](const CoreConfig& core) {
      if (core.compaction != "scc") return "core.compaction=scc, not " + core.compaction;
      return "core.compaction_latency of at least " + std::to_string(kSccPipelineCycles) +
             ", not " + std::to_string(core.compaction_latency);
    }};
constexpr Condition kSequences{
    [](const CoreConfig& core) {
      // lanefold_pkg::policy_t, whatever others have a control block
      constexpr std::array kPolicies{"none", "ivb", "bcc", "scc", "scc-fifo"};
      return std::find(kPolicies.begin(), kPolicies.end(), core.compaction) != kPolicies.end();
    },
    [](const CoreConfig& core) {
      return "core.compaction=none, ivb, bcc, scc or scc-fifo, not " + core.compaction;
    }};
constexpr Condition kSlips{
    [](const CoreConfig& core) { return core.on_miss == "slip"; },
    [](const CoreConfig& core) { return "core.on_miss=slip, not " + core.on_miss; }};
constexpr Condition kAdapts{adapts, [](const CoreConfig& /*core*/) {
                              return std::string("core.adaptation, which is off");
                            }};
constexpr Condition kDividesWarps{
    divides_warps, [](const CoreConfig& /*core*/) {
      return std::string("warps that are divided: core.adaptation, or core.simd as in 8x4");
    }};

/// A block that serves whatever the policy of compaction.
struct Entry {
  const char* name;
  Condition condition;
};
constexpr std::array kEntries{
#include "rtl_entries.inc"
};

/// A control block and the policies that it implements: a policy of compaction has RTL only if
/// someone writes it.
struct Control {
  const char* name;
  std::vector<std::string> policies;
};
const std::vector<Control>& controls() {
  static const std::vector<Control> kControls{
#include "rtl_controls.inc"
  };
  return kControls;
}

bool serves(const Control& control, const std::string& policy) {
  const auto& policies = control.policies;
  return std::find(policies.begin(), policies.end(), policy) != policies.end();
}

/// The control block of a policy, or null.
const Control* control_of(const std::string& policy) {
  for (const Control& control : controls()) {
    if (serves(control, policy)) return &control;
  }
  return nullptr;
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

const std::vector<std::string>& rtl_policies() {
  static const std::vector<std::string> kPolicies = [] {
    std::vector<std::string> policies;
    for (const Control& control : controls()) {
      policies.insert(policies.end(), control.policies.begin(), control.policies.end());
    }
    return policies;
  }();
  return kPolicies;
}

bool RtlBlocks::control() const {
  return std::any_of(controls().begin(), controls().end(),
                     [&](const Control& control) { return has(control.name); });
}

RtlBlocks select_rtl_blocks(const std::vector<std::string>& names, const MachineConfig& config) {
  std::set<std::string> chosen;
  for (const std::string& name : names) {
    const bool all = name == "all";
    bool known = all;
    for (const Entry& entry : kEntries) {
      const bool met = entry.condition.met(config.core);
      if (all ? !met : name != entry.name) continue;
      if (!met) {
        throw Error(ErrorKind::Usage,
                    "--rtl " + name + " needs " + entry.condition.needs(config.core));
      }
      chosen.insert(entry.name);
      known = true;
    }
    const Control* const control = control_of(config.core.compaction);
    if (all && control == nullptr) {
      throw Error(ErrorKind::Usage,
                  "--rtl all: no block of RTL has core.compaction=" + config.core.compaction);
    }
    if (all || choose_control(name, config)) {
      chosen.insert(control->name);
    } else if (!known) {
      throw Error(ErrorKind::Usage, "--rtl: there is no block " + in_quotes(name) +
                                        suggestion(name, rtl_block_names()));
    }
  }
  return RtlBlocks(std::move(chosen));
}

std::vector<std::string> names_of(const RtlBlocks& blocks) {
  std::vector<std::string> names;
  for (const std::string& name : rtl_block_names()) {
    if (blocks.has(name)) names.push_back(name);
  }
  return names;
}

}  // namespace lanefold
