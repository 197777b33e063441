// SPDX-License-Identifier: Apache-2.0
// Checkpoints of `lanefold replay`: the one that it goes on from, and the one that it makes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/icd/simulated_device.h"
#include "observers/recording/checkpoint.h"
#include "observers/recording/replay.h"
#include "options.h"

namespace lanefold {

class ReplayCheckpoints {
 public:
  /// The options outlive it. Throws Error(Usage) for launches in the wrong order, Error(File) for a
  /// checkpoint that is none, or of another recording.
  ReplayCheckpoints(const ReplayOptions& options, std::string_view recording);

  /// From the checkpoint to be resumed, up to the one to be made.
  const ReplayedLaunches& launches() const { return launches_; }
  /// That of the checkpoint to be resumed, or else that of the recording.
  MachineConfig machine(const RecordingHeader& recording) const;
  /// Throws Error(File) if the checkpoint does not fit the device's machine.
  void resume(icd::SimulatedDevice& device) const;
  /// Writes the checkpoint that is wanted; `launches` have been replayed.
  void make(icd::SimulatedDevice& device, std::uint64_t launches) const;

 private:
  const ReplayOptions& options_;
  std::uint64_t recording_ = 0;  ///< its checksum, where it is needed
  std::optional<Checkpoint> from_;
  ReplayedLaunches launches_;
};

/// Throws Error(Usage) unless the recording, with so many launches, has that one.
void require_launch(std::uint64_t launch, std::uint64_t launches);

}  // namespace lanefold
