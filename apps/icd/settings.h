// SPDX-License-Identifier: Apache-2.0
// What the environment of the application asks of the driver.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/lanefold/pipeline_trace_file.h"
#include "apps/lanefold/profile_output.h"
#include "apps/lanefold/report_output.h"
#include "decisions/sampling/timed_launches.h"
#include "lanefold/compiler.h"
#include "lanefold/machine_config.h"

namespace lanefold::icd {

struct Settings {
  std::string program;  ///< the application's name
  /// $LANEFOLD_MACHINE, changed by $LANEFOLD_SET: "key=value;key=value". Unless one of them says
  /// otherwise, kernels may overrun buffers (memory.overrun_bytes), between which there are guards
  /// (memory.guard_bytes).
  MachineConfig machine;
  std::vector<std::string> notes;  ///< a sentence for what of this means nothing on the machine
  Gen8Width simd = Gen8Width::Compiler;  ///< $LANEFOLD_SIMD: work-items of a thread of Gen8's EU
  bool functional = false;               ///< $LANEFOLD_FUNCTIONAL: 1 executes without timing
  std::optional<TimedLaunches>
      timed;          ///< $LANEFOLD_TIMED: the launches that are timed; not set: all
  bool warms = true;  ///< $LANEFOLD_WARM: "none" leaves caches as launches that are timed do
  bool records_untimed = true;     ///< of launches, beside those that are timed
  std::uint64_t first_launch = 0;  ///< number of the first that has a record
  std::string stats_file;  ///< $LANEFOLD_STATS: where the statistics go as JSON; "%p" is the pid
  /// $LANEFOLD_TRACE, _TRACE_CYCLES, _TRACE_CORE: where the pipeline trace goes, and of what; "%p"
  /// is the pid.
  PipelineTraceOptions trace;
  std::string record_file;  ///< $LANEFOLD_RECORD: where the recording goes; "%p" is the pid
  std::optional<double> max_seconds;  ///< $LANEFOLD_MAX_TIME: for the launches of the process
  bool progress = false;              ///< $LANEFOLD_PROGRESS: 1 prints lines while kernels run
  /// $LANEFOLD_PROFILE, _PROFILE_OUT, _PROFILE_TOP: what table of the profile is printed, the files
  /// that it goes to, "a;b", "%p" being the pid, and how many rows the table has.
  ProfileOptions profile;
  ReportOptions report;  ///< $LANEFOLD_REPORT: where the report goes; "%p" is the pid
  bool summary = false;  ///< $LANEFOLD_SUMMARY: 1 prints a table on standard error at the end

  bool counts_by_instruction() const { return profile.wanted() || report.wanted(); }
  bool keeps_sources() const { return counts_by_instruction() || !record_file.empty(); }
};

/// A named machine, or one in a file, as the driver has it: buffers may be overrun, and are kept
/// apart. Throws as load_machine does.
MachineConfig driver_machine(const std::string& name, std::vector<std::string>& file_keys);

/// Throws Error(Configuration) naming the variable.
Settings settings_of_environment();

}  // namespace lanefold::icd
