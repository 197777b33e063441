// SPDX-License-Identifier: Apache-2.0
// A checkpoint: a machine's state before a launch of a recording, in a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lanefold/machine_state.h"
#include "observers/recording/record_stream.h"

namespace lanefold {

struct Checkpoint {
  std::uint64_t recording = 0;  ///< recorded_checksum() of the recording's file
  std::uint64_t launch = 0;     ///< that is next, from 0 on
  std::string machine;          ///< whose state it is: TOML, all parameters
  MachineState state;
};

/// What the sink throws, it throws.
void write_checkpoint(const Checkpoint& checkpoint, const RecordingSink& sink);

/// Throws Error(File), which names the file, for bytes that are no whole checkpoint.
Checkpoint read_checkpoint(std::string_view bytes, const std::string& file);

}  // namespace lanefold
