// SPDX-License-Identifier: Apache-2.0
// A machine in front of a machine that writes down what its host does.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/machine.h"
#include "machine/device/forwarding_machine.h"
#include "observers/recording/recording_writer.h"

namespace lanefold {

/// What the sink of the recording throws ends the recording, and does not disturb the host: close()
/// throws it. A child of fork() writes nothing.
class RecordingMachine final : public ForwardingMachine<Machine> {
 public:
  /// What a program was built from; empty if that is not known.
  using SourceOf = std::function<std::string(const std::vector<std::byte>& program)>;

  /// The machine outlives it. `source_of` is asked at a program's first launch.
  RecordingMachine(Machine& machine, const RecordingHeader& header, const RecordingSink& sink,
                   SourceOf source_of)
      : machine_(machine), source_of_(std::move(source_of)), writer_(header, sink) {}

  Buffer allocate(std::size_t bytes) override;
  void release(Buffer buffer) override;
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) override;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override;
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override;

  /// Ends the recording. What the host asks for from then on is not in it. Throws what the sink has
  /// thrown.
  void close();

 private:
  struct Known {
    RecordedNumber number = 0;
    std::uint32_t size = 0;
  };
  Machine& target() const override { return machine_; }
  void add(const RecordedEvent& event) const;
  RecordedPart part_of(Buffer buffer, std::size_t offset, std::size_t bytes) const;
  RecordedArgument recorded(const ArgumentValue& argument) const;
  RecordedNumber number_of(const Program& program);

  Machine& machine_;
  const SourceOf source_of_;
  const pid_t process_ = getpid();
  bool closed_ = false;
  mutable std::exception_ptr failure_;                ///< what the sink threw
  mutable RecordingWriter writer_;                    ///< reading is an event, too
  RecordedNumber buffers_ = 0;                        ///< that have been allocated
  std::map<std::uint32_t, Known> known_;              ///< buffers by their address
  std::map<std::uint64_t, RecordedNumber> programs_;  ///< by the checksum of their files
};

}  // namespace lanefold
