// SPDX-License-Identifier: Apache-2.0
// Relaxations of a machine, and what is said of them.
#include "what_if.h"

#include <algorithm>

#include "base/text.h"
#include "decisions/statistics/formulas.h"
#include "lanefold/config.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

std::string setting(const std::string& key, std::uint64_t value) {
  return key + "=" + std::to_string(value);
}

void add_interconnect(std::vector<WhatIf>& all, const InterconnectConfig& link) {
  if (!link.enabled) return;
  if (link.lines_per_cycle != 0) {
    const std::uint64_t lines = 2ULL * link.lines_per_cycle;
    all.push_back({"DC" + std::to_string(lines),
                   std::to_string(lines) + " lines a cycle over the interconnect",
                   {setting("dc_lines_per_cycle", lines)}});
  }
  if (link.bandwidth_mb_s != 0) {
    all.push_back({"interconnect x2",
                   "twice the bandwidth of the interconnect",
                   {setting("interconnect.bandwidth_mb_s", 2ULL * link.bandwidth_mb_s)}});
  }
}

struct NamedCache {
  const char* name;
  const char* title;
  const CacheConfig* cache;
};

/// Whether there is such a machine: coherent caches, for instance, cannot be without misses.
bool is_machine(MachineConfig machine, const std::vector<std::string>& settings) {
  try {
    for (const std::string& one : settings) apply_setting(machine, one);
    validate(machine);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Those in which lines can miss.
std::vector<NamedCache> caches_of(const MachineConfig& machine) {
  std::vector<NamedCache> caches;
  for (const NamedCache& one :
       {NamedCache{"l1", "L1", &machine.l1}, NamedCache{"l2", "L2", &machine.l2},
        NamedCache{"l3", "L3", &machine.l3}, NamedCache{"llc", "LLC", &machine.llc}}) {
    if (one.cache->enabled && !one.cache->perfect) caches.push_back(one);
  }
  return caches;
}

void add_memory(std::vector<WhatIf>& all, const MachineConfig& machine) {
  std::vector<std::string> ideal;
  for (const NamedCache& one : caches_of(machine)) {
    const std::string perfect = std::string(one.name) + ".perfect=true";
    if (!is_machine(machine, {perfect})) continue;
    all.push_back({std::string("ideal ") + one.title,
                   std::string("every line hits in the ") + one.title,
                   {perfect}});
    ideal.push_back(perfect);
  }
  const DramConfig& dram = machine.dram;
  if (dram.latency > 1 && dram.timing == DramModel::Fixed) {
    all.push_back({"DRAM latency /2",
                   "half the latency of DRAM",
                   {setting("dram.latency", dram.latency / 2)}});
  }
  if (dram.bandwidth_mb_s != 0) {
    all.push_back({"DRAM bandwidth x2",
                   "twice the bandwidth of DRAM",
                   {setting("dram.bandwidth_mb_s", 2ULL * dram.bandwidth_mb_s)}});
  }
  if (ideal.empty()) return;
  if (machine.interconnect.enabled) {
    ideal.emplace_back("dc_lines_per_cycle=0");
    ideal.emplace_back("interconnect.bandwidth_mb_s=0");
  }
  all.push_back(
      {"ideal memory", "caches in which every line hits, and no limit on the way", ideal});
}

void add_core(std::vector<WhatIf>& all, const CoreConfig& core) {
  // An ALU as wide as the warp takes it in a single pass.
  const bool can_skip_passes = core.isa == InstructionSet::Gen8 || core.alu_width < core.warp_width;
  for (const CountedPolicy& policy : counted_policies()) {
    const bool better =
        policy.policy == CompactionPolicy::Bcc || policy.policy == CompactionPolicy::Scc;
    if (!better || policy.policy == core.compaction || !can_skip_passes) continue;
    std::string name = name_of(policy.policy);
    const std::string set = "core.compaction=" + name;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return std::toupper(c); });
    all.push_back({name, "compaction by " + name, {set}});
  }
  if (core.alu_width < core.warp_width) {
    all.push_back({"ALU x2",
                   "FPU and EM of twice the lanes",
                   {setting("core.alu_width", 2ULL * core.alu_width)}});
  }
  all.push_back(
      {"warps x2", "twice the warps of a core", {setting("core.warps", 2ULL * core.warps)}});
  if (core.issue.period % 2 == 0) {
    all.push_back({"issue x2",
                   "twice as many passes of the arbiter",
                   {setting("core.issue.period", core.issue.period / 2)}});
  }
  if (core.pipes.fpu_latency > 1) {
    all.push_back({"ALU latency /2",
                   "FPU and EM of half the latency",
                   {setting("core.pipes.fpu_latency", core.pipes.fpu_latency / 2),
                    setting("core.pipes.em_latency", core.pipes.em_latency / 2)}});
  }
}

bool is_compaction(const WhatIf& run) {
  return run.settings.front().rfind("core.compaction=", 0) == 0;
}

double saved_by(const WhatIf& run, std::uint64_t cycles) {
  return gain(static_cast<double>(cycles), static_cast<double>(run.cycles));
}

/// Whether one changes all that the other does.
bool contains(const WhatIf& one, const WhatIf& other) {
  return std::all_of(other.settings.begin(), other.settings.end(), [&](const std::string& set) {
    return std::find(one.settings.begin(), one.settings.end(), set) != one.settings.end();
  });
}

/// Whether a sentence that names `named` says no more by `run`: it is part of one of them, or some
/// of what it changes saves nearly as much.
bool is_said(const WhatIf& run, const std::vector<const WhatIf*>& named,
             const std::vector<WhatIf>& runs, std::uint64_t cycles) {
  constexpr double kNearly = 0.9;
  return std::any_of(named.begin(), named.end(),
                     [&](const WhatIf* one) { return contains(*one, run); }) ||
         std::any_of(runs.begin(), runs.end(), [&](const WhatIf& part) {
           return part.settings.size() < run.settings.size() && contains(run, part) &&
                  saved_by(part, cycles) >= kNearly * saved_by(run, cycles);
         });
}

/// The two that save most, and the best compaction if it saves anything.
std::vector<const WhatIf*> worth_naming(const std::vector<WhatIf>& runs, std::uint64_t cycles) {
  constexpr std::size_t kMost = 2;
  std::vector<const WhatIf*> named;
  bool compaction = false;
  for (const WhatIf& run : runs) {
    if (run.cycles >= cycles) break;
    const bool best_compaction = is_compaction(run) && !compaction;
    compaction |= is_compaction(run);
    if (named.size() >= kMost && !best_compaction) continue;
    if (!is_said(run, named, runs, cycles)) named.push_back(&run);
  }
  return named;
}

}  // namespace

std::vector<WhatIf> what_ifs(const MachineConfig& machine) {
  std::vector<WhatIf> all;
  add_interconnect(all, machine.interconnect);
  add_memory(all, machine);
  add_core(all, machine.core);
  if (machine.core.isa == InstructionSet::Riscv && machine.l1.enabled &&
      machine.core.on_miss != OnMiss::Slip) {
    all.push_back({"Diverge on Miss",
                   "lanes that hit go on, and lanes that miss slip behind",
                   {"core.on_miss=slip"}});
  }
  return all;
}

std::string explanation_sentence(const std::string& limit, const std::vector<WhatIf>& runs,
                                 std::uint64_t cycles) {
  if (runs.empty()) return limit;
  const std::vector<const WhatIf*> named = worth_naming(runs, cycles);
  if (named.empty()) return limit + "; nothing that was tried saves time";
  std::vector<std::string> parts;
  for (const WhatIf* run : named) {
    const char* verb = parts.empty() ? " saves " : " ";
    parts.push_back(run->name + verb + percent(saved_by(*run, cycles)));
  }
  if (std::any_of(runs.begin(), runs.end(), is_compaction) &&
      std::none_of(named.begin(), named.end(),
                   [](const WhatIf* run) { return is_compaction(*run); })) {
    parts.emplace_back("compaction nothing");
  }
  return limit + "; " + join(parts, ", ");
}

std::string explanation_text(const Explanation& explanation, std::uint64_t cycles) {
  std::string text = explanation.sentence + "\n\n";
  if (explanation.runs.empty()) return text;
  TextTable table({"with", "cycles", "saved"});
  for (const WhatIf& run : explanation.runs) {
    table.row(
        {run.name + ": " + run.title, with_thousands(run.cycles), percent(saved_by(run, cycles))});
  }
  return text + table.text() + "\n";
}

}  // namespace lanefold
