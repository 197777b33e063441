// SPDX-License-Identifier: Apache-2.0
// What each command does; all of them print to standard output and throw Error.
#pragma once

#include <string>
#include <vector>

#include "lanefold/error.h"
#include "options.h"

namespace lanefold {

void run_command(const RunOptions& options);
void exec_command(const ExecOptions& options);
void replay_command(const ReplayOptions& options);
void compare_command(const CompareOptions& options);
void report_command(const ReportCommandOptions& options);
void trace_command(const TraceOptions& options);
void mask_command(const MaskOptions& options);
void bril_command(const BrilOptions& options);
void analyse_command(const AnalyseOptions& options);
void audit_command(const AnalyseOptions& options);
void cosim_command(const CosimOptions& options);
void cost_command(const CostOptions& options);
void config_command(const ConfigOptions& options);
/// Throws Error(Compiler) if kernels cannot be compiled.
void doctor_command();
void list_command(const ListOptions& options);
void bench_command(const BenchOptions& options);
/// How the time for a unit of work grows. If that is to be checked, throws Error(Verification) if
/// it does so by more than is allowed.
void bench_scale_command(const BenchOptions& options);
/// Replays of these traces.
void bench_traces(const std::vector<std::string>& files, double min_seconds);
void demo_command(const DemoOptions& options);
/// `sweep` or `study`, in a program of its own; does not return.
void studies_command(const std::string& verb, const std::vector<std::string>& arguments);

/// Parses and carries out a command line. Prints one sentence to standard error for every failure
/// and returns the exit code.
int lanefold_main(int argc, const char* const* argv);

/// The exit codes with their meanings, as `--help` shows them.
std::string exit_code_help();

}  // namespace lanefold
