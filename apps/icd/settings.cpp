// SPDX-License-Identifier: Apache-2.0
// What the environment of the application asks of the driver.
#include "settings.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/output_file.h"
#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "machine/eu/eu_rules.h"

namespace lanefold::icd {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool switch_of(const char* name) {
  const std::string value = variable(name);
  if (value.empty() || value == "0") return false;
  if (value == "1") return true;
  throw Error(ErrorKind::Configuration, std::string("the environment variable ") + name + " is " +
                                            in_quotes(value) + "; valid are 0 and 1");
}

Gen8Width width_of(const char* name) {
  const std::string value = variable(name);
  for (const Gen8Width width : {Gen8Width::Simd8, Gen8Width::Simd16, Gen8Width::Simd32}) {
    if (value == std::to_string(static_cast<unsigned>(width))) return width;
  }
  if (value.empty() || value == "compiler") return Gen8Width::Compiler;
  throw Error(ErrorKind::Configuration, std::string("the environment variable ") + name + " is " +
                                            in_quotes(value) +
                                            "; valid are 8, 16, 32 and compiler");
}

std::optional<double> seconds_of(const char* name) {
  const std::string value = variable(name);
  if (value.empty()) return {};
  char* end = nullptr;
  const double seconds = std::strtod(value.c_str(), &end);
  if (*end == '\0' && seconds > 0) return seconds;
  throw Error(ErrorKind::Configuration, std::string("the environment variable ") + name + " is " +
                                            in_quotes(value) + "; valid are seconds above 0");
}

std::vector<std::string> list_of(const char* name) {
  std::vector<std::string> parts;
  for (const std::string& part : split(variable(name), ';')) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

/// Real drivers pad buffers, and applications rely on it without knowing.
void pad_buffers(MemoryConfig& memory) {
  if (memory.overrun_bytes == 0) memory.overrun_bytes = kDriverOverrunBytes;
  if (memory.guard_bytes == 0) memory.guard_bytes = kDriverGuardBytes;
}

/// Sets the machine and its notes.
void read_machine(Settings& settings) {
  const std::string name = variable("LANEFOLD_MACHINE");
  std::vector<std::string> file_keys;
  MachineConfig& machine = settings.machine;
  machine = driver_machine(name.empty() ? "ivb-eu" : name, file_keys);
  const std::vector<std::string> changes = list_of("LANEFOLD_SET");
  for (const std::string& change : changes) apply_setting(machine, change);
  validate(machine);
  settings.notes = check_settings({machine}, changes, file_keys);
}

std::string with_process_id(std::string file) {
  const std::size_t place = file.find("%p");
  return place == std::string::npos ? file : file.replace(place, 2, std::to_string(getpid()));
}

/// The application may change its folder before the end.
std::string absolute_file(const std::string& file) {
  if (file.empty() || file == "-") return file;
  std::error_code failure;
  const std::filesystem::path whole = std::filesystem::absolute(file, failure);
  return failure ? file : whole.string();
}

/// What $LANEFOLD_PROFILE_TOP says.
std::uint64_t rows_of(const std::string& text) {
  const ParsedInteger<std::uint64_t> number = parse_integer<std::uint64_t>(text);
  if (number.value) return *number.value;
  throw Error(ErrorKind::Configuration, "the environment variable LANEFOLD_PROFILE_TOP is " +
                                            in_quotes(text) + ", which is not a whole number");
}

/// Refuses what `lanefold exec` refuses.
ProfileOptions profile_of_environment() {
  ProfileOptions options;
  options.view = variable("LANEFOLD_PROFILE");
  const auto& views = kProfileViews;
  if (!options.view.empty() && std::find(views.begin(), views.end(), options.view) == views.end()) {
    throw Error(ErrorKind::Configuration, "the environment variable LANEFOLD_PROFILE is " +
                                              in_quotes(options.view) + "; valid are " +
                                              join(views, ", "));
  }
  for (const std::string& file : list_of("LANEFOLD_PROFILE_OUT")) {
    check_profile_file(file);
    options.files.push_back(absolute_file(with_process_id(file)));
  }
  const std::string top = variable("LANEFOLD_PROFILE_TOP");
  if (!top.empty()) options.top = rows_of(top);
  return options;
}

ReportOptions report_of_environment() {
  ReportOptions options;
  options.file = absolute_file(with_process_id(variable("LANEFOLD_REPORT")));
  if (!options.wanted()) return options;
  try {
    check_report_file(options.file);
  } catch (const Error& error) {
    throw Error(ErrorKind::Configuration,
                std::string("the environment variable LANEFOLD_REPORT: ") + error.what());
  }
  return options;
}

std::optional<TimedLaunches> timed_launches() {
  const std::string launches = variable("LANEFOLD_TIMED");
  if (launches.empty()) return {};
  try {
    return parse_timed_launches(launches);
  } catch (const Error& error) {
    throw Error(ErrorKind::Configuration,
                std::string("the environment variable LANEFOLD_TIMED: ") + error.what());
  }
}

void check_watchers(const Settings& settings) {
  if (!settings.counts_by_instruction()) return;
  if (!settings.functional && settings.trace.file.empty()) return;
  const std::string name = settings.profile.wanted() ? "LANEFOLD_PROFILE" : "LANEFOLD_REPORT";
  throw Error(ErrorKind::Configuration,
              name +
                  " watches the model's own timed machine: leave out LANEFOLD_FUNCTIONAL and "
                  "LANEFOLD_TRACE");
}

/// What is not set warms.
bool warming_of(const std::string& text) {
  if (text.empty() || text == "functional") return true;
  if (text == "none") return false;
  throw Error(ErrorKind::Configuration, "LANEFOLD_WARM is '" + text + "'; valid: functional, none");
}

}  // namespace

MachineConfig driver_machine(const std::string& name, std::vector<std::string>& file_keys) {
  MachineConfig machine = load_machine(name, file_keys);
  pad_buffers(machine.memory);
  return machine;
}

Settings settings_of_environment() {
  Settings settings;
  settings.program = program_invocation_short_name;
  read_machine(settings);
  settings.simd = width_of("LANEFOLD_SIMD");
  settings.functional = switch_of("LANEFOLD_FUNCTIONAL");
  settings.timed = timed_launches();
  settings.warms = warming_of(variable("LANEFOLD_WARM"));
  if (settings.timed && settings.functional) {
    throw Error(ErrorKind::Configuration,
                "LANEFOLD_TIMED chooses launches to be timed: leave out LANEFOLD_FUNCTIONAL");
  }
  if (settings.timed && !variable("LANEFOLD_REPORT").empty()) {
    throw Error(ErrorKind::Configuration,
                "LANEFOLD_REPORT shows runs of which all is timed: leave out LANEFOLD_TIMED");
  }
  if (!settings.functional) gen8::check_timed_machine(settings.machine);
  settings.stats_file = absolute_file(with_process_id(variable("LANEFOLD_STATS")));
  settings.record_file = absolute_file(with_process_id(variable("LANEFOLD_RECORD")));
  if (!settings.record_file.empty()) require_writable(settings.record_file);
  settings.trace.file = absolute_file(with_process_id(variable("LANEFOLD_TRACE")));
  settings.trace.cycles = variable("LANEFOLD_TRACE_CYCLES");
  settings.trace.core = variable("LANEFOLD_TRACE_CORE");
  check_pipeline_trace(settings.trace, settings.machine, settings.functional);
  settings.max_seconds = seconds_of("LANEFOLD_MAX_TIME");
  settings.progress = switch_of("LANEFOLD_PROGRESS");
  settings.profile = profile_of_environment();
  settings.report = report_of_environment();
  check_watchers(settings);
  settings.summary = switch_of("LANEFOLD_SUMMARY");
  return settings;
}

}  // namespace lanefold::icd
