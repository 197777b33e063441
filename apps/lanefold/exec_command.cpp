// SPDX-License-Identifier: Apache-2.0
// `lanefold exec`: an OpenCL application on the simulated machine, by way of the installable client
// driver.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "beside_program.h"
#include "commands.h"
#include "lanefold/error.h"
#include "machine/eu/eu_rules.h"
#include "replace_process.h"
#include "simulation.h"

namespace lanefold {

namespace {

namespace fs = std::filesystem;

void set(const char* variable, const std::string& value) {
  setenv(variable, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): there is one thread
}

/// The application may change its folder before it asks for a device.
std::string absolute_file(const std::string& file) {
  return file.empty() || file == "-" ? file : fs::absolute(file).string();
}

std::string machine_name(const std::string& machine) {
  const bool file =
      machine.find('/') != std::string::npos || fs::path(machine).extension() == ".toml";
  return file ? absolute_file(machine) : machine;
}

void check_machine(const MachineConfig& machine, const ExecOptions& options) {
  if (machine.core.isa != InstructionSet::Gen8 && options.simd != Gen8Width::Compiler) {
    throw Error(ErrorKind::Usage, kWidthOfOtherSet);
  }
  if (!options.machine.functional) gen8::check_timed_machine(machine);
}

void set_environment(const ExecOptions& options) {
  std::vector<std::string> settings = options.machine.settings;
  if (options.machine.max_cycles > 0) {
    settings.push_back("limits.max_cycles=" + std::to_string(options.machine.max_cycles));
  }
  const std::string driver = driver_file();
  set("OCL_ICD_VENDORS", driver);    // the loader of Debian
  set("OCL_ICD_FILENAMES", driver);  // the loader of Khronos
  set("LANEFOLD_MACHINE", machine_name(options.machine.machine));
  set("LANEFOLD_SET", join(settings, ";"));
  const bool chosen = options.simd != Gen8Width::Compiler;
  set("LANEFOLD_SIMD", chosen ? std::to_string(static_cast<unsigned>(options.simd)) : "compiler");
  set("LANEFOLD_FUNCTIONAL", options.machine.functional ? "1" : "0");
  set("LANEFOLD_TIMED", options.machine.timed);
  set("LANEFOLD_WARM", options.machine.warm);
  set("LANEFOLD_STATS", absolute_file(options.stats_file));
  const PipelineTraceOptions& trace = options.machine.trace;
  set("LANEFOLD_TRACE", absolute_file(trace.file));
  set("LANEFOLD_TRACE_CYCLES", trace.cycles);
  set("LANEFOLD_TRACE_CORE", trace.core);
  const std::optional<double>& seconds = options.machine.max_seconds;
  set("LANEFOLD_MAX_TIME", seconds ? fmt::format("{}", *seconds) : "");
  set("LANEFOLD_PROGRESS", options.machine.progress ? "1" : "0");
  const ProfileOptions& profile = options.machine.profile;
  std::vector<std::string> files;
  for (const std::string& file : profile.files) files.push_back(absolute_file(file));
  set("LANEFOLD_PROFILE", profile.view);
  set("LANEFOLD_PROFILE_OUT", join(files, ";"));
  set("LANEFOLD_PROFILE_TOP", std::to_string(profile.top));
  set("LANEFOLD_REPORT", absolute_file(options.machine.report.file));
  set("LANEFOLD_RECORD", absolute_file(options.record_file));
  set("LANEFOLD_SUMMARY", options.stats_file == "-" ? "0" : "1");
}

}  // namespace

void exec_command(const ExecOptions& options) {
  if (options.application.empty()) {
    throw Error(ErrorKind::Usage,
                "an application is missing, as in: lanefold exec -- ./app (see lanefold exec "
                "--help)");
  }
  check_machine(machine_of(options.machine).config, options);
  require_outputs(options.machine,
                  {{"--stats", options.stats_file}, {"--record", options.record_file}});
  set_environment(options);
  replace_process(options.application);
}

}  // namespace lanefold
