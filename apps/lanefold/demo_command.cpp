// SPDX-License-Identifier: Apache-2.0
// `lanefold demo`: the showcase under every compaction policy that runs count, and what to try
// next.
#include <fmt/format.h>

#include <cstdio>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "decisions/statistics/formulas.h"
#include "simulation.h"

namespace lanefold {

namespace {

constexpr const char* kExplanation = R"(
EU cycles   cycles that ALU instructions occupy the ALUs
cycles      the whole run on the timed machine; memory and dependences hide a part of the gain
gain/none   part saved relative to no compaction
gain/ivb    part saved relative to what Ivy Bridge does already, the paper's measure
of ideal    part of the EU cycles saved that ideal compaction, active lanes / ALU width, would save

Next:
)";

const std::vector<std::string> kSuggestions{
    "mask 0xF0F0", "run mandelbrot --set core.compaction=scc",
    "compare bfs --vary core.warp_width=8,16,32", "run --help"};

std::vector<std::string> policy_names() {
  std::vector<std::string> names;
  for (const CountedPolicy& policy : counted_policies()) names.emplace_back(name_of(policy.policy));
  return names;
}

/// The counted policies of one workload, each on its machine.
class PolicySet {
 public:
  PolicySet(const Workload& workload, const DemoOptions& options,
            const std::vector<MachineConfig>& machines) {
    program_.target = workload.name();
    program_.size = options.size;
    const LoadedProgram loaded = load(program_, machines.front().core.isa);
    for (const MachineConfig& machine : machines) {
      const std::string label = workload.name() + ", " + name_of(machine.core.compaction);
      outcomes_.push_back(simulate(loaded, machine, options.machine, program_, label));
      if (outcomes_.back().stopped) break;
    }
  }

  const std::vector<Outcome>& outcomes() const { return outcomes_; }

  void add_rows(TextTable& table) const {
    const std::uint64_t without_compaction = cycles_under(CompactionPolicy::None);
    const std::uint64_t today = cycles_under(CompactionPolicy::Ivb);
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      const CompactionPolicy policy = counted_policies()[i].policy;
      const LaunchStatistics total = total_of(outcomes_[i].record.launches);
      const std::uint64_t eu_cycles = total.timed_eu_cycles;
      const bool over_none = policy != CompactionPolicy::None;
      const bool over_ivb = over_none && policy != CompactionPolicy::Ivb;
      table.row({i == 0 ? program_.target : "", i == 0 ? percent(simd_efficiency(total)) : "",
                 name_of(policy), verdict(outcomes_[i]), with_thousands(eu_cycles),
                 over_none ? percent(gain(total.eu_cycles[CompactionPolicy::None], eu_cycles)) : "",
                 over_ivb ? percent(gain(total.eu_cycles[CompactionPolicy::Ivb], eu_cycles)) : "",
                 over_none ? percent(part_of_ideal(total, eu_cycles)) : "",
                 with_thousands(total.cycles),
                 over_none ? percent(gain(without_compaction, total.cycles)) : "",
                 over_ivb ? percent(gain(today, total.cycles)) : ""});
    }
  }

 private:
  std::uint64_t cycles_under(CompactionPolicy policy) const {
    std::uint64_t cycles = 0;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (counted_policies()[i].policy == policy)
        cycles = total_of(outcomes_[i].record.launches).cycles;
    }
    return cycles;
  }

  ProgramOptions program_;
  std::vector<Outcome> outcomes_;  ///< in the order of counted_policies()
};

}  // namespace

void demo_command(const DemoOptions& options) {
  const auto [machines, notes] = machines_of(options.machine, "core.compaction", policy_names());
  const MachineConfig& config = machines.front();
  print_to(stdout, fmt::format("Showcase (size {}) on {}: {} EUs x {} warps x {} lanes, ALUs {} "
                               "wide\n{}\n",
                               options.size, config.name, config.cores, config.core.warps,
                               config.core.warp_width, config.core.alu_width, notes_text(notes)));
  finish_printing(stdout);
  TextTable table({"workload", "SIMD eff.", "policy", "verified", "EU cycles", "EU gain/none",
                   "EU gain/ivb", "of ideal", "cycles", "gain/none", "gain/ivb"});
  std::vector<Outcome> all;
  for (const Workload* workload : showcase()) {
    const PolicySet set(*workload, options, machines);
    if (!all.empty()) table.gap();
    set.add_rows(table);
    all.insert(all.end(), set.outcomes().begin(), set.outcomes().end());
    if (all.back().stopped) break;
  }
  print_to(stdout, table.text() + kExplanation);
  for (const std::string& suggestion : kSuggestions) {
    print_to(stdout, "  " + options.command + " " + suggestion + "\n");
  }
  for (const Outcome& outcome : all) require_verified(outcome);
}

}  // namespace lanefold
