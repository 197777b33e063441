// SPDX-License-Identifier: Apache-2.0
// Runs of a program that has run already.
#include "repeated_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "decisions/statistics/resource_use.h"
#include "kernel_launch.h"
#include "lanefold/config.h"
#include "lanefold/pipeline_trace.h"
#include "pipeline_trace_file.h"
#include "progress.h"
#include "stop_check.h"
#include "what_if.h"

namespace lanefold {
namespace {

/// Whether its results are right, as far as they are checked.
bool run_again(Machine& machine, const LoadedProgram& loaded, const MachineConfig& config,
               const ProgramOptions& options, const std::string& label) {
  machine.on_print([](std::string_view /*text*/) {});
  machine.on_warning([](const std::string& /*sentence*/) {});
  const Progress progress(machine, label);
  machine.on_stop_check(stop_check(std::nullopt));
  if (loaded.workload == nullptr) {
    launch_kernel(machine, *loaded.program, options, {false, nullptr});
    return true;
  }
  WorkloadRequest request = request_of(options);
  request.functions = math_functions(config);
  return loaded.workload->run(machine, *loaded.program, request).verified;
}

/// Cycles of a run with some settings; nothing if there is no such machine, or if the program does
/// not run on it.
std::optional<std::uint64_t> cycles_with(const WhatIf& what_if, const MachineConfig& machine,
                                         const LoadedProgram& loaded,
                                         const ProgramOptions& options) {
  MachineConfig config = machine;
  try {
    for (const std::string& setting : what_if.settings) apply_setting(config, setting);
    validate(config);
    const auto changed = make_timed_machine(config);
    if (!run_again(*changed, loaded, config, options, loaded.name + ", " + what_if.name)) return {};
    return total_of(changed->launches()).cycles;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Internal) throw;
    return {};
  }
}

}  // namespace

Explanation explain(const Outcome& outcome, const LoadedProgram& loaded,
                    const ProgramOptions& options) {
  const MachineConfig& machine = outcome.record.machine;
  const LaunchStatistics total = total_of(outcome.record.launches);
  Explanation explanation;
  for (WhatIf& what_if : what_ifs(machine)) {
    if (interrupted()) break;
    const auto cycles = cycles_with(what_if, machine, loaded, options);
    if (!cycles) continue;
    what_if.cycles = *cycles;
    explanation.runs.push_back(std::move(what_if));
  }
  std::stable_sort(
      explanation.runs.begin(), explanation.runs.end(),
      [](const WhatIf& left, const WhatIf& right) { return left.cycles < right.cycles; });
  explanation.sentence =
      explanation_sentence(limit_sentence(total, machine), explanation.runs, total.cycles);
  return explanation;
}

std::string window_of(const Outcome& outcome, const LoadedProgram& loaded,
                      const ReportOptions& report, const ProgramOptions& options,
                      std::vector<std::string>& notes) {
  if (report.cycles.empty()) return "";
  if (outcome.stopped || interrupted()) {
    notes.emplace_back("the report has no timeline, since the program did not run to its end");
    return "";
  }
  const MachineConfig& config = outcome.record.machine;
  PipelineTraceRequest request{PipelineTraceFormat::Window, parse_cycle_window(report.cycles)};
  if (!report.core.empty()) request.core = parse_traced_core(report.core);
  std::string text;
  const auto machine =
      make_traced_machine(config, request, [&text](std::string_view piece) { text += piece; });
  try {
    run_again(*machine, loaded, config, options, loaded.name + ", timeline");
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Internal) throw;
    notes.emplace_back("the timeline of the report ends early: " + std::string(error.what()));
  }
  machine->close();
  if (machine->left_out() != 0) {
    notes.push_back(left_out_sentence("the timeline of the report", machine->left_out(), request));
  }
  if (machine->end() && machine->rows() == 0) {
    notes.emplace_back(fmt::format(
        "the timeline of the report is empty: {}, and the last launch ended in cycle {}",
        nothing_happened(report.cycles, report.core), *machine->end()));
  }
  return text;
}

}  // namespace lanefold
