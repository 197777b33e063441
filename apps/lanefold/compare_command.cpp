// SPDX-License-Identifier: Apache-2.0
// `lanefold compare`: several values of one parameter side by side.
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "compare_report.h"
#include "lanefold/config.h"
#include "run_report.h"
#include "simulation.h"
#include "stop_check.h"
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

/// Each run is another one, and as --vary says.
void check_variation(const Variation& variation, const MachineOptions& machine) {
  std::set<std::string> values;
  for (const std::string& value : variation.values) {
    if (values.insert(value).second) continue;
    throw Error(ErrorKind::Usage,
                "--vary names " + variation.key + "=" + value + " twice; name each value once");
  }
  const std::string prefix = variation.key + "=";
  for (const std::string& setting : machine.settings) {
    if (setting.compare(0, prefix.size(), prefix) != 0) continue;
    throw Error(ErrorKind::Usage, "--set " + setting + " and --vary " + variation.key +
                                      "=… both say what it is; give one of them");
  }
}

/// JSON, or a profile, on standard output stays a file that other programs can read.
std::FILE* output_of(const CompareOptions& options) {
  return options.json || options.machine.profile.prints() ? stderr : stdout;
}

/// The profiles of all runs, beside each other, and their report.
void write_counts(const CompareOptions& options, const std::vector<Outcome>& outcomes,
                  const Variation& variation) {
  std::vector<const Outcome*> runs;
  runs.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) runs.push_back(&outcome);
  const ProfileRecord record = profile_record(runs, variation.values, options.energy);
  write_profiles(record, options.machine.profile);
  const std::string table = profile_table(record, options.machine.profile);
  if (!table.empty()) print_to(output_of(options), "\n" + table);
  if (!options.machine.report.wanted()) return;
  Report report = report_of("compare", runs, record);
  report.title = outcomes.front().record.program + ": " + variation.key;
  report.parameter = variation.key;
  write_report(report, options.machine.report.file);
}

}  // namespace

void compare_command(const CompareOptions& options) {
  const Variation variation = parse_variation(options.vary);
  check_variation(variation, options.machine);
  const EnergyOptions& energy = options.energy;
  const bool of_machines = variation.key == kVaryMachine;
  if (of_machines && options.names_machine) {
    throw Error(ErrorKind::Usage,
                "--machine and --vary machine=… both say what runs; give one of them");
  }
  if (options.json && options.machine.profile.prints()) {
    throw Error(ErrorKind::Usage,
                "--json and --profile-out would both write standard output; give one a file");
  }
  if (variation.values.size() > 1) require_room_for_runs(options.machine.profile);
  require_own_files(options.machine, outputs_of(options.program), inputs_of(options.program));
  const auto [machines, notes] = machines_of(options.machine, variation.key, variation.values);
  for (const std::string& file : options.machine.profile.files) require_writable(file);
  if (options.machine.report.wanted()) require_writable(options.machine.report.file);
  std::map<InstructionSet, std::unique_ptr<const LoadedProgram>> programs;
  ComparedRuns comparison;
  std::vector<Outcome> outcomes;
  std::FILE* const printed = output_of(options);
  for (std::size_t i = 0; i < machines.size() && !interrupted(); ++i) {
    const InstructionSet isa = machines[i].core.isa;
    std::unique_ptr<const LoadedProgram>& program = programs[isa];
    if (program == nullptr) {
      program = std::make_unique<const LoadedProgram>(load(options.program, isa));
    }
    const LoadedProgram& loaded = *program;
    const std::string label = loaded.name + ", " + variation.key + "=" + variation.values[i];
    outcomes.push_back(
        simulate(loaded, machines[i], options.machine, options.program, label, printed));
    ComparedRun run{variation.values[i], verdict(outcomes.back()),
                    total_of(outcomes.back().record.launches)};
    if (energy.wanted) run.energy = energy_of(run.total, machines[i], energy.node).total();
    comparison.runs.push_back(std::move(run));
  }
  comparison.program = outcomes.front().record.program;
  if (!of_machines) comparison.machine = machines.front().name;
  comparison.parameter = variation.key;
  comparison.energy = energy.wanted;
  comparison.notes = notes;
  comparison.notes.insert(comparison.notes.end(), outcomes.front().notes.begin(),
                          outcomes.front().notes.end());
  print_to(options.json ? stdout : printed,
           options.json ? comparison_json(comparison) : comparison_text(comparison));
  if (options.machine.counts_by_instruction()) write_counts(options, outcomes, variation);
  for (const Outcome& outcome : outcomes) require_verified(outcome);
  if (outcomes.size() < machines.size()) throw Error(ErrorKind::Interrupted, "was interrupted");
}

}  // namespace lanefold
