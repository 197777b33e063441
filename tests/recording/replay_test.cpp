// SPDX-License-Identifier: Apache-2.0
// What a host asks of a machine is asked of another one again.
#include "observers/recording/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "observers/recording/recording_machine.h"
#include "tests/recording/recordings.h"
#include "tests/support/kernels.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

ReplayTarget target_of(Machine& machine) {
  return {[&](std::size_t bytes) { return machine.allocate(bytes); },
          [&](Buffer buffer) { machine.release(buffer); },
          [&](Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
            machine.write(buffer, offset, data, bytes);
          },
          [&](Buffer buffer, std::size_t offset, void* data, std::size_t bytes) {
            machine.read(buffer, offset, data, bytes);
          },
          [&](const Program& program, const std::string& kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) {
            machine.launch(program, kernel, range, arguments);
          },
          [&](const Program& program) { machine.prepare(program); },
          [] {},
          [](const std::vector<std::byte>& /*program*/, const std::string& /*source*/) {},
          [] { return false; }};
}

ReplayCounts replay_on(Machine& machine, const std::string& bytes,
                       std::optional<std::uint64_t> last = {}) {
  RecordingReader reader(bytes, "test.lfrec");
  return Replay(target_of(machine), InstructionSet::Riscv).run(reader, {{}, {}, last});
}

/// A host that adds a number to 64 words, half of them by a part of the buffer, three times. The
/// first launch has an argument too few.
class AddingHost : public ::testing::Test {
 protected:
  AddingHost() {
    const auto program =
        compile_program("kernel void add(global uint* a, uint n) { a[get_global_id(0)] += n; }");
    const auto machine = make_functional_machine(test_machine(16));
    RecordingMachine host(*machine, {"adder", ""}, into_recording(recording_),
                          [](const auto& /*program*/) { return std::string("source"); });
    const Buffer gone = host.allocate(100);
    const Buffer words = host.allocate(256);
    host.release(gone);
    const Words start = counting(64);
    host.write(words, 0, start.data(), 256);
    const Buffer half{words.address + 128, 128};
    EXPECT_THROW(host.launch(*program, "add", range_1d(32, 16), {argument(half)}), Error);
    for (const std::uint32_t n : {1U, 10U, 100U}) {
      host.launch(*program, "add", range_1d(32, 16), {argument(half), argument(n)});
    }
    host.read(words, 4, result_.data(), 252);
    host.close();
    launches_ = host.take_launches();
  }

  std::string recording_;
  Words result_ = Words(63);
  std::vector<LaunchStatistics> launches_;
};

TEST_F(AddingHost, IsReplayedWithItsResultsAndCounts) {
  EXPECT_EQ(result_[30], 31U);
  EXPECT_EQ(result_[31], 32U + 111U);
  const auto machine = make_functional_machine(test_machine(16));
  const ReplayCounts counts = replay_on(*machine, recording_);
  EXPECT_EQ(counts.launches, 4U);
  EXPECT_EQ(counts.failures, 0U) << "the first one failed when it was recorded, too";
  EXPECT_EQ(counts.reads, 1U);
  EXPECT_EQ(counts.other_reads, 0U);
  ASSERT_EQ(machine->launches().size(), launches_.size());
  for (std::size_t i = 0; i < launches_.size(); ++i) {
    EXPECT_EQ(machine->launches()[i].warp_instructions, launches_[i].warp_instructions);
    EXPECT_EQ(machine->launches()[i].kernel, "add");
  }
}

TEST_F(AddingHost, IsReplayedOnAMachineWithOtherAddresses) {
  MachineConfig config = test_machine(8);
  config.memory.guard_bytes = 65536;
  const auto machine = make_functional_machine(config);
  EXPECT_EQ(replay_on(*machine, recording_).other_reads, 0U);
}

TEST_F(AddingHost, IsReplayedUpToALaunch) {
  const auto machine = make_functional_machine(test_machine(16));
  const ReplayCounts counts = replay_on(*machine, recording_, 2);
  EXPECT_EQ(counts.launches, 3U);
  EXPECT_EQ(counts.reads, 0U);
  EXPECT_EQ(machine->launches().size(), 2U);
}

TEST_F(AddingHost, IsToldOfOtherValues) {
  std::vector<RecordedEvent> events = events_of(recording_);
  for (RecordedEvent& event : events) {
    if (auto* const write = std::get_if<RecordedWrite>(&event)) write->content[9] = std::byte{1};
  }
  const auto machine = make_functional_machine(test_machine(16));
  const ReplayCounts counts = replay_on(*machine, recording_of(events));
  EXPECT_EQ(counts.other_reads, 1U);
  EXPECT_EQ(counts.first_other, "252 bytes from 4 on of buffer 1, behind launch 3 (kernel add)");
}

TEST_F(AddingHost, IsToldOfLaunchesThatEndOtherwise) {
  std::vector<RecordedEvent> events = events_of(recording_);
  events.erase(std::find_if(events.begin(), events.end(), [](const RecordedEvent& event) {
    return std::holds_alternative<RecordedFailure>(event);
  }));
  const auto machine = make_functional_machine(test_machine(16));
  const ReplayCounts fails = replay_on(*machine, recording_of(events));
  EXPECT_EQ(fails.failures, 1U);
  EXPECT_THAT(fails.first_failure, HasSubstr("add"));
  events.push_back(RecordedFailure{});
  const auto other = make_functional_machine(test_machine(16));
  EXPECT_EQ(replay_on(*other, recording_of(events)).failures, 2U);
}

TEST(RecordingMachine, GoesOnWithoutTheRecordingThatCannotBeWritten) {
  const auto machine = make_functional_machine(test_machine(16));
  bool full = false;
  RecordingMachine host(
      *machine, {"host", ""},
      [&](std::string_view /*part*/) {
        if (full) throw Error(ErrorKind::File, "the disk is full");
      },
      [](const auto& /*program*/) { return std::string(); });
  full = true;
  const Buffer buffer = host.allocate(4 << 20);
  std::vector<std::byte> content(4 << 20);
  for (std::size_t i = 0; i < content.size(); ++i) {
    content[i] = static_cast<std::byte>(i * i >> 7 ^ i * 2654435761U >> 13);
  }
  host.write(buffer, 0, content.data(), content.size());
  std::vector<std::byte> back(content.size());
  host.read(buffer, 0, back.data(), back.size());
  EXPECT_EQ(back, content);
  EXPECT_EQ(refusal(ErrorKind::File, [&] { host.close(); }), "the disk is full");
}

TEST(Replay, RefusesEventsThatDoNotFitTogether) {
  const auto machine = make_functional_machine(test_machine(16));
  const std::vector<std::vector<RecordedEvent>> wrong{
      {RecordedWrite{0, 0, bytes_of_text("a")}},
      {RecordedAllocation{64}, RecordedRelease{0}, RecordedRelease{0}},
      {RecordedAllocation{64}, RecordedRead{0, 0, 65, 0}},
      {RecordedLaunch{0, "k", {}, {}}},
      {RecordedAllocation{64}, RecordedLaunch{0, "k", {}, {RecordedPart{0, 32, 33}}}}};
  for (const std::vector<RecordedEvent>& events : wrong) {
    EXPECT_THAT(refusal(ErrorKind::File, [&] { replay_on(*machine, recording_of(events)); }),
                HasSubstr("it names a buffer or a program that is not there"));
  }
}

}  // namespace
}  // namespace lanefold
