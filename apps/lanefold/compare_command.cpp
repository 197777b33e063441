// SPDX-License-Identifier: Apache-2.0
// `lanefold compare`: several values of one parameter side by side.
#include <cstdio>

#include "commands.h"
#include "common/formulas.h"
#include "common/text.h"
#include "lanefold/config.h"
#include "simulation.h"

namespace lanefold {

namespace {

struct Variation {
  std::string key;
  std::vector<std::string> values;
};

Variation parse_variation(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size()) {
    throw Error(ErrorKind::Usage, "--vary " + text +
                                      ": wants key=value,value,..., for instance "
                                      "core.compaction=none,ivb,bcc,scc");
  }
  return {text.substr(0, equals), split(text.substr(equals + 1), ',')};
}

}  // namespace

void compare_command(const CompareOptions& options) {
  const Variation variation = parse_variation(options.vary);
  const std::vector<MachineConfig> machines =
      machines_of(options.machine, variation.key, variation.values);
  const LoadedProgram loaded = load(options.program);
  TextTable table({variation.key, "verified", "cycles", "gain", "EU cycles", "gain",
                   "SIMD efficiency", "useful slots"});
  std::vector<Outcome> outcomes;
  LaunchStatistics first;
  std::uint64_t first_eu_cycles = 0;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const std::string label = loaded.name + ", " + variation.key + "=" + variation.values[i];
    outcomes.push_back(simulate(loaded, machines[i], options.machine, options.program, label));
    const LaunchStatistics total = total_of(outcomes.back().record.launches);
    const std::uint64_t eu_cycles = total.timed_eu_cycles;
    if (i == 0) {
      first = total;
      first_eu_cycles = eu_cycles;
    }
    const double slots = static_cast<double>(total.ledger.total());
    table.row(
        {variation.values[i], verdict(outcomes.back().record), with_thousands(total.cycles),
         percent(gain(first.cycles, total.cycles)), with_thousands(eu_cycles),
         percent(gain(first_eu_cycles, eu_cycles)), percent(simd_efficiency(total)),
         slots == 0 ? "-" : percent(static_cast<double>(total.ledger[SlotCause::Useful]) / slots)});
  }
  std::printf("%s on %s; gain is the part saved relative to the first line\n\n%s",
              loaded.name.c_str(), machines.front().name.c_str(), table.text().c_str());
  for (const Outcome& outcome : outcomes) require_verified(outcome);
}

}  // namespace lanefold
