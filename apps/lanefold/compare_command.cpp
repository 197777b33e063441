// SPDX-License-Identifier: Apache-2.0
// `lanefold compare`: several values of one parameter side by side.
#include <cstdio>
#include <map>
#include <memory>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "decisions/statistics/formulas.h"
#include "energy_text.h"
#include "lanefold/config.h"
#include "simulation.h"
#include "tools/cost/energy.h"

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
  const std::string key = text.substr(0, equals);
  if (key == "simd") {
    throw Error(ErrorKind::Usage,
                "--vary changes the machine; the widths of one program's threads are compared by a "
                "sweep whose points have simd = [\"8\", \"16\", \"32\"] (lanefold sweep --help)");
  }
  return {key, split(text.substr(equals + 1), ',')};
}

/// What a run has in its row of the table.
struct Run {
  LaunchStatistics total;
  double energy = 0;  ///< pJ; 0 if it is not wanted
};

std::vector<std::string> columns(const std::string& key, bool energy) {
  std::vector<std::string> names{key,         "verified", "cycles",          "gain",
                                 "EU cycles", "gain",     "SIMD efficiency", "useful slots"};
  if (energy) names.insert(names.end(), {"energy nJ", "gain"});
  return names;
}

std::vector<std::string> cells(const Run& run, const Run& first, bool energy) {
  const LaunchStatistics& total = run.total;
  const double slots = static_cast<double>(total.ledger.total());
  std::vector<std::string> row{
      with_thousands(total.cycles),
      percent(gain(first.total.cycles, total.cycles)),
      with_thousands(total.timed_eu_cycles),
      percent(gain(first.total.timed_eu_cycles, total.timed_eu_cycles)),
      percent(simd_efficiency(total)),
      slots == 0 ? "-" : percent(static_cast<double>(total.ledger[SlotCause::Useful]) / slots)};
  if (energy) {
    row.push_back(nanojoules(run.energy));
    row.push_back(percent(gain(first.energy, run.energy)));
  }
  return row;
}

}  // namespace

void compare_command(const CompareOptions& options) {
  const Variation variation = parse_variation(options.vary);
  const EnergyOptions& energy = options.energy;
  const bool of_machines = variation.key == kVaryMachine;
  if (of_machines && options.names_machine) {
    throw Error(ErrorKind::Usage,
                "--machine and --vary machine=… both say what runs; give one of them");
  }
  const auto [machines, notes] = machines_of(options.machine, variation.key, variation.values);
  std::map<InstructionSet, std::unique_ptr<const LoadedProgram>> programs;
  TextTable table(columns(variation.key, energy.wanted));
  std::vector<Outcome> outcomes;
  Run first;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const InstructionSet isa = machines[i].core.isa;
    std::unique_ptr<const LoadedProgram>& program = programs[isa];
    if (program == nullptr) {
      program = std::make_unique<const LoadedProgram>(load(options.program, isa));
    }
    const LoadedProgram& loaded = *program;
    const std::string label = loaded.name + ", " + variation.key + "=" + variation.values[i];
    outcomes.push_back(simulate(loaded, machines[i], options.machine, options.program, label));
    Run run{total_of(outcomes.back().record.launches)};
    if (energy.wanted) run.energy = energy_of(run.total, machines[i], energy.node).total();
    if (i == 0) first = run;
    std::vector<std::string> row{variation.values[i], verdict(outcomes.back().record)};
    for (std::string& cell : cells(run, first, energy.wanted)) row.push_back(std::move(cell));
    table.row(row);
  }
  print_to(stdout, outcomes.front().record.program +
                       (of_machines ? "" : " on " + machines.front().name) +
                       "; gain is the part saved relative to the first line\n" + notes_text(notes) +
                       notes_text(outcomes.front().notes) + "\n" + table.text());
  for (const Outcome& outcome : outcomes) require_verified(outcome);
}

}  // namespace lanefold
