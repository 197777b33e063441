// SPDX-License-Identifier: Apache-2.0
// `lanefold bench`: how fast the simulator itself is; the only place that includes the benchmark
// library.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "cpu_time.h"
#include "lanefold/forwarding_device.h"
#include "simulation.h"

namespace lanefold {

namespace {

/// Adds up the CPU time of launches, so that making input and checking output do not count.
class MeteredDevice : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;

  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    const double start = cpu_seconds();
    ForwardingDevice::launch(program, kernel, range, arguments);
    seconds_ += cpu_seconds() - start;
  }

  double seconds() const { return seconds_; }

 private:
  double seconds_ = 0;
};

/// One line of the result.
struct Speed {
  double seconds = 0;
  double warp_instructions = 0;
  double lane_instructions = 0;
  double cycles = 0;
};

void measure(benchmark::State& state, const LoadedProgram& loaded, const MachineConfig& config,
             const MachineOptions& options, const WorkloadRequest& request) {
  Speed speed;
  while (state.KeepRunning()) {
    const std::unique_ptr<Machine> machine = make_machine(config, options);
    MeteredDevice device(*machine);
    if (!loaded.workload->run(device, *loaded.program, request).verified) {
      state.SkipWithError("the output is wrong");
      return;
    }
    const LaunchStatistics total = total_of(machine->launches());
    speed.seconds += device.seconds();
    speed.warp_instructions += static_cast<double>(total.warp_instructions);
    speed.lane_instructions += static_cast<double>(total.lane_instructions);
    speed.cycles += static_cast<double>(total.cycles);
    state.SetIterationTime(device.seconds());
  }
  state.counters["warp_instructions"] = speed.warp_instructions / speed.seconds;
  state.counters["lane_instructions"] = speed.lane_instructions / speed.seconds;
  state.counters["cycles"] = speed.cycles / speed.seconds;
}

std::string millions(double number) {
  char text[32];
  const int digits = number < 1e5 ? 3 : 2;
  std::snprintf(text, sizeof text, "%.*f M", digits, number * 1e-6);
  return text;
}

/// Turns the library's results into the rows of a table.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) {
        throw Error(ErrorKind::Verification, run.run_name.function_name + ": " + run.error_message);
      }
      const double cycles = run.counters.at("cycles");
      table_.row({run.run_name.function_name, std::to_string(run.iterations),
                  millions(run.counters.at("warp_instructions")),
                  millions(run.counters.at("lane_instructions")),
                  cycles == 0 ? "-" : millions(cycles)});
    }
  }
  std::string text() const { return table_.text(); }

 private:
  TextTable table_{{"per CPU second", "runs", "warp instructions", "lane instructions", "cycles"}};
};

std::vector<LoadedProgram> programs_of(const BenchOptions& options, InstructionSet isa) {
  std::vector<LoadedProgram> programs;
  for (const Workload* workload : showcase()) {
    ProgramOptions program;
    program.target = workload->name();
    if (options.workloads.empty()) programs.push_back(load(program, isa));
  }
  for (const std::string& name : options.workloads) {
    ProgramOptions program;
    program.target = workload_or_refuse(name).name();
    programs.push_back(load(program, isa));
  }
  return programs;
}

/// Both kinds of machine; with RTL in the loop only the one that can have it.
std::vector<MachineOptions> kinds_of(const MachineOptions& timed) {
  if (!timed.rtl.empty()) return {timed};
  MachineOptions functional = timed;
  functional.functional = true;
  return {functional, timed};
}

std::string kind_name(const MachineOptions& machine) {
  if (machine.functional) return ", functional";
  return machine.rtl.empty() ? ", timed" : ", RTL in the loop";
}

}  // namespace

void bench_command(const BenchOptions& options) {
  if (!options.traces.empty()) {
    if (!options.workloads.empty()) {
      throw Error(ErrorKind::Usage, "--trace measures replays: leave out the workloads");
    }
    bench_traces(options.traces, options.min_seconds);
    return;
  }
  const ConfiguredMachine configured = machine_of(options.machine);
  const MachineConfig& config = configured.config;
  ProgramOptions program;
  program.size = options.size;
  WorkloadRequest request = request_of(program);
  request.functions = math_functions(config);
  const InstructionSet isa = config.core.isa;
  const std::vector<LoadedProgram> programs = programs_of(options, isa);
  for (const LoadedProgram& loaded : programs) {
    for (const MachineOptions& machine : kinds_of(options.machine)) {
      const std::string name = loaded.name + kind_name(machine);
      benchmark::RegisterBenchmark(name.c_str(), measure, loaded, config, machine, request)
          ->UseManualTime()
          ->MinTime(options.min_seconds);
    }
  }
  print_to(stdout, fmt::format("{}, size {}, {} EUs, W={}, datapath {}, compaction {}\n{}\n",
                               config.name, options.size, config.cores, config.core.warp_width,
                               name_of(config.core.datapath), name_of(config.core.compaction),
                               notes_text(configured.notes)));
  finish_printing(stdout);
  TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
  print_to(stdout, reporter.text());
}

}  // namespace lanefold
