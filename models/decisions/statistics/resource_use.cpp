// SPDX-License-Identifier: Apache-2.0
// How much of each resource a run has used.
#include "decisions/statistics/resource_use.h"

#include <algorithm>

#include "base/text.h"
#include "decisions/statistics/formulas.h"

namespace lanefold {

std::string own_cache(const MachineConfig& machine) {
  if (machine.l1.enabled) return "l1";
  return machine.l2.enabled && !machine.l2.shared ? "l2" : "";
}

namespace {

/// Collects what has a limit.
class Uses {
 public:
  explicit Uses(const LaunchStatistics& statistics)
      : cycles_(static_cast<double>(statistics.cycles)),
        memory_cycles_(static_cast<double>(std::max(statistics.memory_cycles, statistics.cycles))) {
  }

  /// `events` over the cycles of the run; of what has no limit, nothing is said.
  void of_cores(const std::string& name, const std::string& title, const std::string& unit,
                double events, double available) {
    add({name, title, unit, events / cycles_, available, cycles_});
  }
  /// The same until memory is idle.
  void of_memory(const std::string& name, const std::string& title, const std::string& unit,
                 double per_cycle, double available) {
    add({name, title, unit, per_cycle, available, memory_cycles_});
  }
  double memory_cycles() const { return memory_cycles_; }
  std::vector<ResourceUse> most_used_first() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const ResourceUse& left, const ResourceUse& right) {
                       return left.part() > right.part();
                     });
    return std::move(all_);
  }

 private:
  void add(ResourceUse use) {
    if (use.available > 0) all_.push_back(std::move(use));
  }

  double cycles_;
  double memory_cycles_;
  std::vector<ResourceUse> all_;
};

/// Instructions that a pass can issue: one of a thread.
double issued_at_most(const CoreConfig& core) {
  const bool whole_warps = core.keeps_whole_warps() &&
                           core.adaptation.strategy == AdaptationStrategy::Off &&
                           core.on_miss != OnMiss::Divide && core.on_branch != OnBranch::Divide;
  return whole_warps ? std::min(core.issue.width, core.warps) : core.issue.width;
}

void add_core(Uses& uses, const LaunchStatistics& statistics, const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  const double cores = machine.cores;
  uses.of_cores("alu", "the ALUs", "EU cycles", busiest_pipe(statistics, core), cores);
  uses.of_cores("issue", "issue slots", "instructions",
                static_cast<double>(statistics.warp_instructions),
                cores * issued_at_most(core) / core.issue.period);
  if (own_cache(machine).empty()) {
    uses.of_cores("load_store", "lines that load/store units send", "lines",
                  static_cast<double>(statistics.memory_lines), cores);
  } else {
    uses.of_cores(
        "load_store", "banks of the cores' own caches", "accesses",
        static_cast<double>(statistics.memory_instructions + statistics.bank_conflict_cycles),
        cores);
  }
  const double local_memories = machine.local_memory.shared ? 1 : cores;
  uses.of_cores("local_memory", "ports of local memory", "accesses",
                static_cast<double>(statistics.local_requests + statistics.local_conflict_cycles),
                local_memories * machine.local_memory.ports);
}

const char* title_of(const Bandwidth& link) {
  if (link.name == "interconnect_requests") return "requests over the interconnect";
  if (link.name == "interconnect_lines") return "lines of the interconnect";
  return link.name == "dram" ? "bandwidth of DRAM" : "bytes of the interconnect";
}

/// The unit without " per cycle".
std::string unit_of(const Bandwidth& link) { return link.unit.substr(0, link.unit.find(' ')); }

/// A bank looks up one request a cycle.
void add_cache(Uses& uses, const MemoryBlockStatistics& block) {
  for (const auto& counter : block.banks) {
    if (std::string_view(counter.name) != "accesses") continue;
    const auto busiest = std::max_element(counter.values.begin(), counter.values.end());
    if (busiest == counter.values.end()) continue;
    uses.of_memory(block.name, "the busiest bank of " + block.name, "requests",
                   static_cast<double>(*busiest) / uses.memory_cycles(), block.instances);
  }
}

}  // namespace

double busiest_pipe(const LaunchStatistics& statistics, const CoreConfig& core) {
  const double fpu = static_cast<double>(statistics.fpu_instructions);
  const double em = static_cast<double>(statistics.em_instructions);
  const double scalar = static_cast<double>(statistics.scalar.on_pipe);
  const double eu_cycles = std::max(static_cast<double>(statistics.timed_eu_cycles) - scalar, 0.0);
  const double each = fpu + em == 0 ? 0 : eu_cycles / (fpu + em);
  return std::max({each * fpu, each * em * core.pipes.em_interval, scalar});
}

std::vector<ResourceUse> resource_uses(const LaunchStatistics& statistics,
                                       const MachineConfig& machine) {
  if (statistics.cycles == 0) return {};
  Uses uses(statistics);
  add_core(uses, statistics, machine);
  for (const Bandwidth& link : bandwidths(statistics, machine)) {
    uses.of_memory(link.name, title_of(link), unit_of(link), link.used, link.available);
  }
  for (const MemoryBlockStatistics& block : statistics.memory) {
    if (block.name != own_cache(machine)) add_cache(uses, block);
  }
  return uses.most_used_first();
}

std::optional<SlotCause> largest_loss(const LaneLedger& ledger) {
  SlotCause most = SlotCause::ControlDivergence;
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    const bool work = cause == SlotCause::Useful || cause == SlotCause::Uniform;
    if (!work && cause != SlotCause::OtherPipe && ledger[cause] > ledger[most]) most = cause;
  }
  if (ledger[most] == 0) most = SlotCause::OtherPipe;
  return ledger[most] == 0 ? std::nullopt : std::optional(most);
}

std::string limit_sentence(const LaunchStatistics& statistics, const MachineConfig& machine) {
  const std::vector<ResourceUse> uses = resource_uses(statistics, machine);
  if (uses.empty()) return "";
  const ResourceUse& most = uses.front();
  const std::string use = percent(most.part()) + " of the limit";
  if (most.part() >= kLimitingPart) return "limited by " + most.title + ", " + use;
  std::string none = "no resource is used up (" + most.title + ": " + use + ")";
  const std::optional<SlotCause> cause = largest_loss(statistics.ledger);
  if (!cause) return none;
  const double lost = static_cast<double>(statistics.ledger[*cause]) /
                      static_cast<double>(statistics.ledger.total());
  return none + "; most lane-slots are lost to " + slot_cause_name(*cause) + ", " + percent(lost) +
         ": " + slot_cause_help(*cause);
}

}  // namespace lanefold
