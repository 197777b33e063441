// SPDX-License-Identifier: Apache-2.0
// Checkpoints of `lanefold replay`.
#include "replay_checkpoints.h"

#include <fmt/format.h>

#include "base/output_file.h"
#include "base/parse_integer.h"
#include "files.h"
#include "lanefold/config.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

std::uint64_t launch_of(const std::string& text) {
  if (const auto number = parse_integer<std::uint64_t>(text).value) return *number;
  throw Error(
      ErrorKind::Usage,
      fmt::format("--checkpoint-at wants the number of a launch, then FILE, not '{}'", text));
}

Checkpoint checkpoint_in(const std::string& name) {
  const MappedFile file(name);
  return read_checkpoint(file.content(), name);
}

}  // namespace

ReplayCheckpoints::ReplayCheckpoints(const ReplayOptions& options, std::string_view recording)
    : options_(options) {
  if (!options.checkpoint.empty()) launches_.end = launch_of(options.checkpoint.front());
  if (!options.resume.empty()) from_ = checkpoint_in(options.resume);
  if (!from_ && !launches_.end) return;
  recording_ = recorded_checksum(recording.data(), recording.size());
  if (!from_) return;
  if (from_->recording != recording_) {
    throw Error(ErrorKind::File,
                fmt::format("{}: this is a checkpoint of another recording than {}", options.resume,
                            options.recording));
  }
  launches_.first = from_->launch;
  if (launches_.end && *launches_.end <= from_->launch) {
    throw Error(
        ErrorKind::Usage,
        fmt::format("--checkpoint-at {}: the launch must lie behind launch {}, where {} begins",
                    *launches_.end, from_->launch, options.resume));
  }
}

void ReplayCheckpoints::resume(icd::SimulatedDevice& device) const {
  try {
    device.restore(from_->state);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::File) throw;
    throw Error(
        ErrorKind::File,
        fmt::format("{} does not fit the machine: {} (buffers have to lie where they lay: leave "
                    "memory.guard_bytes and memory.overrun_bytes as they were)",
                    options_.resume, error.what()));
  }
}

void ReplayCheckpoints::make(icd::SimulatedDevice& device, std::uint64_t launches) const {
  MachineConfig machine = device.machine();
  // --max-cycles is for the run that names it.
  if (options_.machine.max_cycles > 0) machine.limits.max_cycles = LimitsConfig().max_cycles;
  OutputFile file(options_.checkpoint.back(), OutputFile::Kind::Plain);
  write_checkpoint({recording_, launches, print_config(machine), device.state()},
                   [&](std::string_view bytes) { file.write(bytes); });
  file.close();
}

MachineConfig ReplayCheckpoints::machine(const RecordingHeader& recording) const {
  return from_ ? parse_machine(from_->machine, options_.resume)
               : parse_machine(recording.machine, options_.recording);
}

void require_launch(std::uint64_t launch, std::uint64_t launches) {
  if (launch < launches) return;
  throw Error(ErrorKind::Usage,
              fmt::format("there is no launch {}: the recording has launches 0 to {}", launch,
                          launches == 0 ? "none" : std::to_string(launches - 1)));
}

}  // namespace lanefold
