// SPDX-License-Identifier: Apache-2.0
// The names of blocks that have RTL.
#include "twins/loop/rtl_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/nearest_name.h"
#include "base/text.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/compaction_sequencer.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/register_file.h"
#include "machine/config/conditions.h"
#include "twins/verilated/datapath_depth.h"

namespace lanefold {
namespace {

/// What keeps a machine from using a block: what it needs, and what it has. Empty if nothing does.
using Lack = std::string (*)(const MachineConfig& machine);

// The names are those of rtl/blocks.toml.
constexpr Lack kAlways = [](const MachineConfig& /*machine*/) { return std::string(); };
constexpr Lack kWaitsForScc = [](const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  if (core.compaction != CompactionPolicy::Scc) {
    return std::string("core.compaction=scc, not ") + name_of(core.compaction);
  }
  if (core.compaction_latency >= kSccPipelineCycles) return std::string();
  return "core.compaction_latency of at least " + std::to_string(kSccPipelineCycles) + ", not " +
         std::to_string(core.compaction_latency);
};
/// The RTL of a policy issues quads of whole warps. It does not know how many lanes an instruction
/// of core.isa=gen8 is for, so policies must not ask: none and ivb do.
constexpr Lack kWholeWarps = [](const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  const bool whole =
      core.slice_quads == SliceQuads::Warp || unmet_condition(machine, "core.slice_quads");
  if (!whole) return std::string("core.slice_quads=warp, not slice");
  const bool asks =
      core.compaction == CompactionPolicy::None || core.compaction == CompactionPolicy::Ivb;
  if (core.isa == InstructionSet::Riscv || !asks) return std::string();
  return std::string("core.isa=riscv, or core.compaction=bcc, scc or scc-fifo, not ") +
         name_of(core.compaction);
};
/// Instructions of core.isa=gen8 do not move their operands quad by quad.
constexpr Lack kMovesQuads = [](const MachineConfig& machine) {
  return std::string(machine.core.isa == InstructionSet::Riscv ? "" : "core.isa=riscv, not gen8");
};
/// rtl/compaction_datapath.sv is a pipe of 32- and 64-bit operands that is as deep as it is, and
/// whose banks are those that the paper builds for the policy.
constexpr Lack kIsAPipe = [](const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  if (std::string lack = kMovesQuads(machine); !lack.empty()) return lack;
  if (std::string lack = kWholeWarps(machine); !lack.empty()) return lack;
  if (!sequenced_policy(core.compaction) || core.compaction == CompactionPolicy::SccFifo) {
    return std::string("core.compaction=none, ivb, bcc or scc, not ") + name_of(core.compaction);
  }
  const RegisterFileKind kind = register_file_of(core.register_file, core.compaction);
  if (kind != register_file_of(RegisterFileKind::Auto, core.compaction)) {
    return std::string("core.register_file=auto, not ") + name_of(kind);
  }
  if (scalar_use(core).executes_once) {
    return std::string("core.scalar.execution=off, not ") + name_of(core.scalar.execution);
  }
  // Others must know a cycle ahead when it completes.
  const unsigned least = datapath_depth(kind) + 1;
  const unsigned latency = std::min(core.pipes.fpu_latency, core.pipes.em_latency);
  if (latency >= least) return std::string();
  return fmt::format("core.pipes.fpu_latency and em_latency of at least {}, not {}", least,
                     latency);
};
/// A lane of core.isa=gen8 may access more than two lines.
constexpr Lack kTouchesTwoLines = kMovesQuads;
constexpr Lack kSequences = [](const MachineConfig& machine) {
  if (std::string lack = kWholeWarps(machine); !lack.empty()) return lack;
  const CompactionPolicy policy = machine.core.compaction;
  if (sequenced_policy(policy)) return std::string();
  std::vector<std::string> sequenced;
  for (const CompactionPolicy one : all_of<CompactionPolicy>()) {
    if (sequenced_policy(one)) sequenced.emplace_back(name_of(one));
  }
  return "core.compaction=" + listed(sequenced, "or") + ", not " + name_of(policy);
};
/// A block is used where a parameter of it means something.
std::string lacks_use_of(const char* parameter, const MachineConfig& machine) {
  const auto unmet = unmet_condition(machine, parameter);
  return unmet ? unmet->needed + ", and " + unmet->state : "";
}
constexpr Lack kSlips = [](const MachineConfig& machine) {
  return lacks_use_of("core.slip.max", machine);
};
/// rtl/slip_unit.sv counts all loads, decides at once, and knows no other paths of a branch.
constexpr Lack kSlipsByValues = [](const MachineConfig& machine) {
  if (std::string lack = kSlips(machine); !lack.empty()) return lack;
  if (std::string lack = kTouchesTwoLines(machine); !lack.empty()) return lack;
  const SlipConfig& slip = machine.core.slip;
  if (slip.when_all_miss == AllMiss::OtherPaths) {
    return std::string("core.slip.when_all_miss=wait or ready-lanes, not ") +
           name_of(slip.when_all_miss);
  }
  if (slip.counts != SlipCount::Loads) {
    return std::string("core.slip.counts=loads, not ") + name_of(slip.counts);
  }
  if (slip.latency == 0) return std::string();
  return fmt::format("core.slip.latency=0, not {}: it has a time of its own", slip.latency);
};
/// Slices wait at loads, so that it matters which lanes have their values. A lane waits for two
/// lines at most.
constexpr Lack kHoldsLoads = [](const MachineConfig& machine) {
  if (std::string lack = kTouchesTwoLines(machine); !lack.empty()) return lack;
  if (make_miss_policy(machine.core.on_miss)->holds_loads()) return std::string();
  return std::string("core.on_miss=block, slip or divide, not ") + name_of(machine.core.on_miss);
};
/// rtl/asu.sv takes every gain, keeps the depth in a step of the width, and gives small launches
/// 8x2.
constexpr Lack kAdapts = [](const MachineConfig& machine) {
  std::string unused = lacks_use_of("core.adaptation.tasks_per_thread", machine);
  if (!unused.empty()) return unused;
  const AdaptationConfig& rules = machine.core.adaptation;
  const auto needs = [](const std::string& key, const std::string& valid, const std::string& has) {
    return "core.adaptation." + key + "=" + valid + ", not " + has;
  };
  if (rules.margin != 0) return needs("margin", "0", std::to_string(rules.margin));
  if (rules.width_step != WidthStep::Depth) {
    return needs("width_step", name_of(WidthStep::Depth), name_of(rules.width_step));
  }
  if (rules.small_launches == "8x2") return std::string();
  return needs("small_launches", "8x2", rules.small_launches);
};
constexpr Lack kDividesWarps = [](const MachineConfig& machine) {
  return lacks_use_of("core.slices", machine);
};

/// A block that serves whatever the policy of compaction.
struct Entry {
  const char* name;
  Lack lack;
};
constexpr std::array kEntries{
#include "rtl_entries.inc"
};

/// A control block and the policies that it implements: a policy of compaction has RTL only if
/// someone writes it.
struct Control {
  const char* name;
  std::vector<CompactionPolicy> policies;
};
const std::vector<Control>& controls() {
  static const std::vector<Control> kControls{
#include "rtl_controls.inc"
  };
  return kControls;
}

/// Blocks joined, in the place of their parts: `all` is for each part by itself.
struct Joined {
  const char* name;
  std::vector<const char*> parts;
};
const std::vector<Joined>& joined_blocks() {
  static const std::vector<Joined> kJoined{
      {"compaction_datapath", {"operand_latch", "swizzle_crossbar", "unswizzle"}},
      {"slip_unit", {"mcb", "mdt", "slip_controller"}}};
  return kJoined;
}
bool is_joined(const std::string& name) {
  return std::any_of(joined_blocks().begin(), joined_blocks().end(),
                     [&](const Joined& joined) { return joined.name == name; });
}

/// Takes the place of its parts where `all` has chosen them; who names one of them is refused.
void replace_parts(std::set<std::string>& chosen, const std::set<std::string>& named) {
  for (const Joined& joined : joined_blocks()) {
    if (chosen.count(joined.name) == 0) continue;
    for (const char* const part : joined.parts) {
      if (named.count(part) != 0) {
        throw Error(ErrorKind::Usage, std::string("--rtl ") + joined.name + " has " + part +
                                          " inside: name only one of them");
      }
      chosen.erase(part);
    }
  }
}

bool serves(const Control& control, CompactionPolicy policy) {
  const auto& policies = control.policies;
  return std::find(policies.begin(), policies.end(), policy) != policies.end();
}

/// The control block of a policy, or null.
const Control* control_of(CompactionPolicy policy) {
  for (const Control& control : controls()) {
    if (serves(control, policy)) return &control;
  }
  return nullptr;
}

void refuse_if_lacking(const std::string& name, const std::string& lack) {
  if (!lack.empty()) throw Error(ErrorKind::Usage, "--rtl " + name + " needs " + lack);
}

bool choose_control(const std::string& name, const MachineConfig& config) {
  for (const Control& control : controls()) {
    if (name != control.name) continue;
    if (serves(control, config.core.compaction)) {
      refuse_if_lacking(name, kWholeWarps(config));
      return true;
    }
    std::vector<std::string> policies;
    for (const CompactionPolicy policy : control.policies) policies.emplace_back(name_of(policy));
    throw Error(ErrorKind::Usage, "--rtl " + name +
                                      " needs core.compaction=" + join(policies, " or ") +
                                      ", not " + name_of(config.core.compaction));
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

const std::vector<std::string>& cosim_block_names() {
  static const std::vector<std::string> kNames{
#include "rtl_compared.inc"
  };
  return kNames;
}

const std::vector<CompactionPolicy>& rtl_policies() {
  static const std::vector<CompactionPolicy> kPolicies = [] {
    std::vector<CompactionPolicy> policies;
    for (const Control& control : controls()) {
      policies.insert(policies.end(), control.policies.begin(), control.policies.end());
    }
    return policies;
  }();
  return kPolicies;
}

bool RtlBlocks::datapath() const { return has("compaction_datapath"); }

bool RtlBlocks::control() const {
  return std::any_of(controls().begin(), controls().end(),
                     [&](const Control& control) { return has(control.name); });
}

std::vector<OwnRtl> own_rtl_of(const std::vector<std::string>& words) {
  std::vector<OwnRtl> all;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) continue;
    OwnRtl own;
    own.block = word.substr(0, equals);
    std::string file = word.substr(equals + 1);
    const std::size_t colon = file.rfind(':');
    if (colon != std::string::npos) {
      own.top = file.substr(colon + 1);
      file.erase(colon);
    }
    if (own.block == "all" || file.empty() || (own.top && own.top->empty())) {
      throw Error(ErrorKind::Usage, "--rtl " + word +
                                        ": RTL of your own is BLOCK=FILE or BLOCK=FILE:MODULE, for "
                                        "instance scc_control=my_scc.sv");
    }
    for (const OwnRtl& other : all) {
      if (other.block != own.block) continue;
      throw Error(ErrorKind::Usage, "--rtl: " + own.block + " can be one file only, not " +
                                        other.files.front() + " and " + file);
    }
    own.files.push_back(std::move(file));
    all.push_back(std::move(own));
  }
  return all;
}

RtlBlocks select_rtl_blocks(const std::vector<std::string>& words, const MachineConfig& config) {
  std::set<std::string> chosen;
  std::set<std::string> named;
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const bool all = name == "all";
    named.insert(name);
    bool known = all;
    for (const Entry& entry : kEntries) {
      if (!all && name != entry.name) continue;
      const std::string lack = entry.lack(config);
      if (all && (!lack.empty() || is_joined(entry.name))) continue;
      refuse_if_lacking(name, lack);
      chosen.insert(entry.name);
      known = true;
    }
    const Control* const control = control_of(config.core.compaction);
    if (all && control == nullptr) {
      throw Error(ErrorKind::Usage, std::string("--rtl all: no block of RTL has core.compaction=") +
                                        name_of(config.core.compaction));
    }
    if (all) {
      if (kWholeWarps(config).empty()) chosen.insert(control->name);
    } else if (choose_control(name, config)) {
      chosen.insert(control->name);
    } else if (!known) {
      throw Error(ErrorKind::Usage, "--rtl: there is no block " + in_quotes(name) +
                                        suggestion(name, rtl_block_names()));
    }
  }
  replace_parts(chosen, named);
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
