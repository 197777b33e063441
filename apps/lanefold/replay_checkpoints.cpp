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
    throw Error(ErrorKind::File,
                fmt::format("{} does not fit the machine: {} (memory.bytes, memory.guard_bytes and "
                            "memory.overrun_bytes must be those of the checkpoint)",
                            options_.resume, error.what()));
  }
}

void ReplayCheckpoints::make(icd::SimulatedDevice& device, std::uint64_t launches) const {
  if (!launches_.end) return;
  if (launches != *launches_.end) require_launch(launches_.end, launches);
  OutputFile file(options_.checkpoint.back(), OutputFile::Kind::Plain);
  write_checkpoint({recording_, launches, print_config(device.machine()), device.state()},
                   [&](std::string_view bytes) { file.write(bytes); });
  file.close();
}

void require_launch(std::optional<std::uint64_t> launch, std::uint64_t launches) {
  if (!launch || launches > *launch) return;
  throw Error(ErrorKind::Usage,
              fmt::format("the recording has {} launches, from 0 on: there is no launch {}",
                          launches, *launch));
}

}  // namespace lanefold
