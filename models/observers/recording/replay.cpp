// SPDX-License-Identifier: Apache-2.0
// Carries out the events of a recording on a machine.
#include "observers/recording/replay.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "lanefold/error.h"

namespace lanefold {

namespace {

/// Of an event that names what no event before it has made.
struct UnknownNumber {};

}  // namespace

ReplayCounts Replay::run(RecordingReader& recording, const ReplayedLaunches& launches) {
  launches_ = launches;
  const auto& last = launches.last;
  while (!(last && counts_.launches > *last) && !counts_.stopped) {
    const std::optional<RecordedEvent> event = recording.next();
    counts_.at_end = event && ends_before(*event);
    if (!event || counts_.at_end) break;
    if (!std::holds_alternative<RecordedFailure>(*event)) count_failure();
    try {
      std::visit([this](const auto& one) { carry_out(one); }, *event);
    } catch (const UnknownNumber&) {
      recording.refuse("it names a buffer or a program that is not there");
    }
    counts_.stopped = failed_ && target_.ends();
  }
  count_failure();
  return counts_;
}

bool Replay::ends_before(const RecordedEvent& event) const {
  return counts_.launches == launches_.end && std::holds_alternative<RecordedLaunch>(event);
}

/// That of the latest launch, which was none when it was recorded.
void Replay::count_failure() {
  if (failed_ && counts_.failures++ == 0) {
    counts_.first_failure = failed_->what();
    counts_.failure_kind = failed_->kind();
  }
  failed_.reset();
}

Replay::Live& Replay::live(RecordedNumber number) {
  if (number >= buffers_.size() || buffers_[number].released) throw UnknownNumber();
  return buffers_[number];
}

void Replay::carry_out(const RecordedProgram& program) {
  const bool own = isa_ == InstructionSet::Riscv;
  programs_.push_back(own ? load_program(program.file, program.name)
                          : load_gen8_program(program.file, program.name));
  if (!program.source.empty()) target_.keep_source(program.file, program.source);
}

void Replay::carry_out(const RecordedAllocation& made) {
  buffers_.push_back({target_.allocate(made.bytes), false});
}

void Replay::carry_out(const RecordedRelease& gone) {
  Live& one = live(gone.buffer);
  target_.release(one.buffer);
  one.released = true;
}

void Replay::carry_out(const RecordedWrite& write) {
  if (resumes_later()) return;
  target_.write(live(write.buffer).buffer, write.offset, write.content.data(),
                write.content.size());
}

void Replay::carry_out(const RecordedRead& read) {
  const Buffer buffer = live(read.buffer).buffer;
  if (read.bytes > buffer.size) throw UnknownNumber();
  if (resumes_later()) return;
  std::vector<std::byte> content(read.bytes);
  target_.read(buffer, read.offset, content.data(), content.size());
  ++counts_.reads;
  if (recorded_checksum(content.data(), content.size()) == read.checksum) return;
  if (counts_.other_reads++ != 0) return;
  counts_.first_other =
      fmt::format("{} bytes from {} on of buffer {}", read.bytes, read.offset, read.buffer);
  if (counts_.launches == 0) return;
  counts_.first_other +=
      fmt::format(", behind launch {} (kernel {})", counts_.launches - 1, kernel_);
}

void Replay::carry_out(const RecordedLaunch& launch) {
  std::vector<ArgumentValue> arguments;
  for (const RecordedArgument& one : launch.arguments) arguments.push_back(argument_of(one));
  if (launch.program >= programs_.size()) throw UnknownNumber();
  const Program& program = *programs_[launch.program];
  if (resumes_later() && counts_.launches == launches_.first) {
    target_.resume();
    resumed_ = true;
  }
  ++counts_.launches;
  if (resumes_later()) return target_.prepare(program);
  kernel_ = launch.kernel;
  try {
    target_.launch(program, launch.kernel, launch.range, arguments);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Interrupted || error.kind() == ErrorKind::Internal) throw;
    failed_ = error;
  }
}

void Replay::carry_out(const RecordedFailure& /*failure*/) {
  if (resumes_later()) return;
  if (!failed_ && counts_.failures++ == 0) {
    counts_.first_failure = fmt::format("kernel {} ends, which failed then", kernel_);
  }
  failed_.reset();
}

ArgumentValue Replay::argument_of(const RecordedArgument& recorded) {
  if (const auto* const part = std::get_if<RecordedPart>(&recorded)) {
    const Buffer whole = live(part->buffer).buffer;
    if (part->offset > whole.size || part->bytes > whole.size - part->offset) {
      throw UnknownNumber();
    }
    return Buffer{whole.address + part->offset, part->bytes};
  }
  if (const auto* const other = std::get_if<Buffer>(&recorded)) return *other;
  if (const auto* const local = std::get_if<LocalBytes>(&recorded)) return *local;
  return std::get<std::vector<std::byte>>(recorded);
}

}  // namespace lanefold
