// SPDX-License-Identifier: Apache-2.0
// `lanefold replay`: what an application asked of a machine, asked of one again.
#include <fmt/format.h>

#include <utility>

#include "apps/icd/simulated_device.h"
#include "base/output_file.h"
#include "commands.h"
#include "files.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "observers/recording/replay.h"
#include "replay_checkpoints.h"
#include "simulation.h"
#include "stop_check.h"

namespace lanefold {
namespace {

/// `checkpoints` gives the machine if the options name none.
icd::Settings settings_of(const ReplayOptions& options, const RecordingHeader& header,
                          const ReplayCheckpoints& checkpoints) {
  MachineOptions machine = options.machine;
  std::vector<std::string> file_keys;
  machine.base = options.names_machine ? icd::driver_machine(machine.machine, file_keys)
                                       : checkpoints.machine(header);
  const auto [config, notes] = machine_of(machine);
  tell(notes);
  icd::Settings settings;
  settings.program = header.program;
  settings.machine = config;
  settings.functional = machine.functional;
  if (!machine.timed.empty()) settings.timed = parse_timed_launches(machine.timed);
  if (options.launch) {
    settings.timed = TimedLaunches{{{*options.launch, *options.launch}}, {}, 0, 0, false};
    settings.records_untimed = false;
  }
  settings.first_launch = options.launch.value_or(checkpoints.launches().first.value_or(0));
  settings.warms = machine.warm != "none";
  settings.stats_file = options.stats_file;
  settings.trace = machine.trace;
  settings.trace.first_launch = static_cast<unsigned>(settings.first_launch);
  settings.max_seconds = machine.max_seconds;
  settings.progress = machine.progress;
  settings.profile = machine.profile;
  settings.report = machine.report;
  settings.summary = options.stats_file != "-";
  return settings;
}

ReplayTarget target_of(icd::SimulatedDevice& device) {
  ReplayTarget target;
  target.allocate = [&](std::size_t bytes) { return device.allocate(bytes); };
  target.release = [&](Buffer buffer) { device.release(buffer); };
  target.write = [&](Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
    device.write(buffer, offset, data, bytes);
  };
  target.read = [&](Buffer buffer, std::size_t offset, void* data, std::size_t bytes) {
    device.read(buffer, offset, data, bytes);
  };
  target.launch = [&](const Program& program, const std::string& kernel, const NDRange& range,
                      const std::vector<ArgumentValue>& arguments) {
    device.launch(program, kernel, range, arguments);
  };
  target.prepare = [&](const Program& program) { device.prepare(program); };
  target.keep_source = [&](const std::vector<std::byte>& program, const std::string& source) {
    device.keep_source(program, source);
  };
  return target;
}

std::string counted(std::uint64_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// What a run of the application would have told, or what it would have made of its values.
void require_as_recorded(const ReplayCounts& counts) {
  std::string reads;
  if (counts.other_reads != 0) {
    reads =
        fmt::format("{} of {} gave other values than when it was recorded; the first: {}",
                    counts.other_reads, counted(counts.reads, "read", "reads"), counts.first_other);
  }
  if (counts.failures != 0) {
    throw Error(counts.failure_kind,
                fmt::format("{} of {} did not end as when it was recorded; the first: {}{}",
                            counts.failures, counted(counts.launches, "launch", "launches"),
                            counts.first_failure, reads.empty() ? "" : "; " + reads));
  }
  if (!reads.empty()) throw Error(ErrorKind::Verification, reads);
}

}  // namespace

void replay_command(const ReplayOptions& options) {
  const std::string made = options.checkpoint.empty() ? "" : options.checkpoint.back();
  require_outputs(options.machine, {{"--stats", options.stats_file}, {"--checkpoint-at", made}},
                  {{"the recording", options.recording}, {"the checkpoint", options.resume}});
  const MappedFile file(options.recording);
  RecordingReader recording(file.content(), options.recording);
  const ReplayCheckpoints checkpoints(options, file.content());
  const icd::Settings settings = settings_of(options, recording.header(), checkpoints);
  if (options.print_config) return print_to(stdout, print_config(settings.machine));
  icd::SimulatedDevice device(settings);
  note_interruptions();
  ReplayTarget target = target_of(device);
  target.ends = [check = stop_check(settings.max_seconds)] { return check().has_value(); };
  target.resume = [&] { checkpoints.resume(device); };
  ReplayedLaunches launches = checkpoints.launches();
  launches.last = options.launch;
  Replay replay(std::move(target), settings.machine.core.isa);
  const ReplayCounts counts = replay.run(recording, launches);
  if (!counts.stopped) {
    for (const auto& launch : {options.launch, launches.first}) {
      if (launch) require_launch(*launch, counts.launches);
    }
    if (launches.end && !counts.at_end) require_launch(*launches.end, counts.launches);
  }
  if (!device.report())
    throw Error(ErrorKind::File, "what was asked for is not written as a whole");
  require_as_recorded(counts);
  if (counts.at_end) checkpoints.make(device, counts.launches);
}

}  // namespace lanefold
