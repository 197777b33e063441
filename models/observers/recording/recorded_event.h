// SPDX-License-Identifier: Apache-2.0
// What a recording keeps of a host program: its calls of the machine, in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "lanefold/device.h"

namespace lanefold {

/// Buffers and programs are named by their number, from 0 on, in the order of their events.
using RecordedNumber = std::uint64_t;

/// Before its first launch.
struct RecordedProgram {
  std::string name;
  std::vector<std::byte> file;  ///< that loaders take
  std::string source;           ///< empty if the host did not say it
};

struct RecordedAllocation {
  std::uint64_t bytes = 0;
};

struct RecordedRelease {
  RecordedNumber buffer = 0;
};

struct RecordedWrite {
  RecordedNumber buffer = 0;
  std::uint64_t offset = 0;
  std::vector<std::byte> content;
};

/// What the host read is kept as a checksum, XXH3-64, so that a replay can be held against it.
struct RecordedRead {
  RecordedNumber buffer = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

/// A buffer as an argument, or a part of it.
struct RecordedPart {
  RecordedNumber buffer = 0;
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

/// A null pointer is what no event has made: it stays as it is.
using RecordedArgument = std::variant<RecordedPart, Buffer, LocalBytes, std::vector<std::byte>>;

struct RecordedLaunch {
  RecordedNumber program = 0;
  std::string kernel;
  NDRange range;
  std::vector<RecordedArgument> arguments;
};

/// The launch before it has failed.
struct RecordedFailure {};

using RecordedEvent = std::variant<RecordedProgram, RecordedAllocation, RecordedRelease,
                                   RecordedWrite, RecordedRead, RecordedLaunch, RecordedFailure>;

/// What precedes the events.
struct RecordingHeader {
  std::string program;  ///< the host's name
  std::string machine;  ///< TOML, all parameters
};

/// XXH3-64.
std::uint64_t recorded_checksum(const void* data, std::size_t bytes);

}  // namespace lanefold
