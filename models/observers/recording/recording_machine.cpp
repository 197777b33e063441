// SPDX-License-Identifier: Apache-2.0
// A machine in front of a machine that writes down what its host does.
#include "observers/recording/recording_machine.h"

#include <algorithm>
#include <variant>

#include "lanefold/error.h"
#include "lanefold/program.h"
#include "observers/recording/recording_format.h"

namespace lanefold {

void RecordingMachine::add(const RecordedEvent& event) const {
  if (closed_ || failure_ != nullptr || getpid() != process_) return;
  try {
    writer_.add(event);
  } catch (const Error&) {
    failure_ = std::current_exception();
  }
}

Buffer RecordingMachine::allocate(std::size_t bytes) {
  const Buffer buffer = machine_.allocate(bytes);
  known_[buffer.address] = {buffers_++, buffer.size};
  add(RecordedAllocation{bytes});
  return buffer;
}

void RecordingMachine::release(Buffer buffer) {
  machine_.release(buffer);
  const auto known = known_.find(buffer.address);
  if (known == known_.end()) return;
  add(RecordedRelease{known->second.number});
  known_.erase(known);
}

void RecordingMachine::write(Buffer buffer, std::size_t offset, const void* data,
                             std::size_t bytes) {
  machine_.write(buffer, offset, data, bytes);
  const auto* const first = static_cast<const std::byte*>(data);
  for (std::size_t at = 0; at < bytes; at += kMostWriteBytes) {
    const std::size_t size = std::min(kMostWriteBytes, bytes - at);
    const RecordedPart part = part_of(buffer, offset + at, size);
    add(RecordedWrite{part.buffer, part.offset, {first + at, first + at + size}});
  }
}

void RecordingMachine::read(Buffer buffer, std::size_t offset, void* data,
                            std::size_t bytes) const {
  machine_.read(buffer, offset, data, bytes);
  if (bytes == 0) return;
  const RecordedPart part = part_of(buffer, offset, bytes);
  add(RecordedRead{part.buffer, part.offset, bytes, recorded_checksum(data, bytes)});
}

void RecordingMachine::launch(const Program& program, std::string_view kernel, const NDRange& range,
                              const std::vector<ArgumentValue>& arguments) {
  RecordedLaunch launch{number_of(program), std::string(kernel), range, {}};
  for (const ArgumentValue& one : arguments) launch.arguments.push_back(recorded(one));
  add(launch);
  try {
    machine_.launch(program, kernel, range, arguments);
  } catch (const Error&) {
    add(RecordedFailure{});
    throw;
  }
}

void RecordingMachine::close() {
  if (closed_ || getpid() != process_) return;
  closed_ = true;
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  writer_.close();
}

/// Of a buffer that the machine has taken.
RecordedPart RecordingMachine::part_of(Buffer buffer, std::size_t offset, std::size_t bytes) const {
  const auto known = std::prev(known_.upper_bound(buffer.address));
  return {known->second.number, static_cast<std::uint32_t>(buffer.address - known->first + offset),
          static_cast<std::uint32_t>(bytes)};
}

/// What lies in no buffer is for the machine to refuse, also when it is replayed.
RecordedArgument RecordingMachine::recorded(const ArgumentValue& argument) const {
  if (const auto* const local = std::get_if<LocalBytes>(&argument)) return *local;
  if (const auto* const value = std::get_if<std::vector<std::byte>>(&argument)) return *value;
  const auto buffer = std::get<Buffer>(argument);
  const auto above = known_.upper_bound(buffer.address);
  if (above == known_.begin()) return buffer;
  const auto& [begin, known] = *std::prev(above);
  const std::uint64_t offset = buffer.address - begin;
  if (offset + buffer.size > known.size) return buffer;
  return part_of(buffer, 0, buffer.size);
}

RecordedNumber RecordingMachine::number_of(const Program& program) {
  const std::vector<std::byte>& file = program.file();
  const std::uint64_t checksum = recorded_checksum(file.data(), file.size());
  const auto [known, is_new] = programs_.try_emplace(checksum, programs_.size());
  if (is_new) add(RecordedProgram{program.name(), file, source_of_(file)});
  return known->second;
}

}  // namespace lanefold
