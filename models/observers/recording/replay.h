// SPDX-License-Identifier: Apache-2.0
// Carries out the events of a recording on a machine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/core_choices.h"
#include "lanefold/device.h"
#include "lanefold/error.h"
#include "lanefold/program.h"
#include "observers/recording/recording_reader.h"

namespace lanefold {

/// Who gets the calls of the recorded host: functions that do what those of Device do.
struct ReplayTarget {
  std::function<Buffer(std::size_t bytes)> allocate;
  std::function<void(Buffer buffer)> release;
  std::function<void(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes)> write;
  std::function<void(Buffer buffer, std::size_t offset, void* data, std::size_t bytes)> read;
  std::function<void(const Program& program, const std::string& kernel, const NDRange& range,
                     const std::vector<ArgumentValue>& arguments)>
      launch;
  /// In place of the launches before the first: what these leave in memory.
  std::function<void(const Program& program)> prepare;
  /// Before the first launch, if others were left out.
  std::function<void()> resume;
  /// Before the first launch of a program whose source is known.
  std::function<void(const std::vector<std::byte>& program, const std::string& source)> keep_source;
  /// Asked behind a launch that failed: whether the replay is to end.
  std::function<bool()> ends = [] { return false; };
};

/// Launches of a recording, from 0 on.
struct ReplayedLaunches {
  std::optional<std::uint64_t> first{};  ///< those before it are left out
  std::optional<std::uint64_t> end{};    ///< the replay ends before it, when all is there for it
  std::optional<std::uint64_t> last{};   ///< the replay ends behind it
};

struct ReplayCounts {
  std::uint64_t launches = 0;  ///< with those that were left out
  std::uint64_t failures = 0;  ///< launches that did not end as when they were recorded
  std::uint64_t reads = 0;
  std::uint64_t other_reads = 0;               ///< that gave other values than when it was recorded
  bool at_end = false;                         ///< before the launch that was to end it
  bool stopped = false;                        ///< before the end, as the target wished
  std::string first_failure;                   ///< what the first of them threw
  ErrorKind failure_kind = ErrorKind::Launch;  ///< and of which kind that was
  std::string first_other;  ///< "8 bytes from 0 on of buffer 3, behind launch 7 (kernel k)"
};

/// A launch that throws Error is counted, unless it did so when it was recorded, and those behind
/// it follow, as the recorded host did. An interruption is not caught, nor what other calls throw.
/// Throws what the reader throws, and Error(File) for events that do not fit together.
class Replay {
 public:
  /// The instruction set of the programs is that of the machine.
  Replay(ReplayTarget target, InstructionSet isa) : target_(std::move(target)), isa_(isa) {}

  /// If launches are left out, so is what was written and read before the first.
  ReplayCounts run(RecordingReader& recording, const ReplayedLaunches& launches = {});

 private:
  struct Live {
    Buffer buffer;
    bool released = false;
  };
  void carry_out(const RecordedProgram& program);
  void carry_out(const RecordedAllocation& made);
  void carry_out(const RecordedRelease& gone);
  void carry_out(const RecordedWrite& write);
  void carry_out(const RecordedRead& read);
  void carry_out(const RecordedLaunch& launch);
  void carry_out(const RecordedFailure& failure);
  void count_failure();
  bool ends_before(const RecordedEvent& event) const;
  bool resumes_later() const { return launches_.first && !resumed_; }
  Live& live(RecordedNumber number);
  ArgumentValue argument_of(const RecordedArgument& recorded);

  ReplayTarget target_;
  InstructionSet isa_;
  ReplayedLaunches launches_;
  bool resumed_ = false;  ///< behind launches that were left out
  std::vector<Live> buffers_;
  std::vector<std::shared_ptr<const Program>> programs_;
  std::string kernel_;           ///< of the latest launch
  std::optional<Error> failed_;  ///< what it threw, until it is known whether it is to fail
  ReplayCounts counts_;
};

}  // namespace lanefold
