// SPDX-License-Identifier: Apache-2.0
// Recordings as files: what is written is read back, equal contents take room once, and what is
// damaged is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "observers/recording/event_records.h"
#include "observers/recording/recording_format.h"
#include "tests/recording/recordings.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::byte> random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(count);
  for (std::byte& one : bytes) one = static_cast<std::byte>(random());
  return bytes;
}

std::vector<RecordedEvent> some_events() {
  RecordedLaunch launch{0, "k", {}, {}};
  launch.range.dimensions = 2;
  launch.range.global = {64, 8, 1};
  launch.range.offset = {16, 0, 0};
  launch.arguments = {RecordedPart{0, 128, 64}, Buffer{0, 0}, LocalBytes{96},
                      bytes_of_text("1234")};
  return {RecordedAllocation{10'000},
          RecordedWrite{0, 7, random_bytes(9'000, 1)},
          RecordedProgram{"p.cl", random_bytes(5'000, 2), "kernel void k() {}"},
          launch,
          RecordedRead{0, 4, 12, 0x0123'4567'89ab'cdef},
          RecordedFailure{},
          RecordedRelease{0}};
}

TEST(RecordingFile, ReadsBackWhatWasWritten) {
  const std::string bytes = recording_of(some_events());
  RecordingReader reader(bytes, "test.lfrec");
  EXPECT_EQ(reader.header().program, "host");
  EXPECT_EQ(reader.header().machine, "base = \"ivb-eu\"");
  const std::vector<RecordedEvent> events = events_of(bytes);
  ASSERT_EQ(events.size(), 7U);
  EXPECT_EQ(std::get<RecordedAllocation>(events[0]).bytes, 10'000U);
  EXPECT_EQ(std::get<RecordedWrite>(events[1]).offset, 7U);
  EXPECT_EQ(std::get<RecordedWrite>(events[1]).content, random_bytes(9'000, 1));
  EXPECT_EQ(std::get<RecordedProgram>(events[2]).name, "p.cl");
  EXPECT_EQ(std::get<RecordedProgram>(events[2]).file, random_bytes(5'000, 2));
  EXPECT_EQ(std::get<RecordedProgram>(events[2]).source, "kernel void k() {}");
  const auto& launch = std::get<RecordedLaunch>(events[3]);
  EXPECT_EQ(launch.kernel, "k");
  EXPECT_EQ(launch.range.dimensions, 2U);
  EXPECT_EQ(launch.range.global, (std::array<std::uint32_t, 3>{64, 8, 1}));
  EXPECT_EQ(launch.range.offset, (std::array<std::uint32_t, 3>{16, 0, 0}));
  ASSERT_EQ(launch.arguments.size(), 4U);
  EXPECT_EQ(std::get<RecordedPart>(launch.arguments[0]).offset, 128U);
  EXPECT_EQ(std::get<Buffer>(launch.arguments[1]).address, 0U);
  EXPECT_EQ(std::get<LocalBytes>(launch.arguments[2]).size, 96U);
  EXPECT_EQ(std::get<std::vector<std::byte>>(launch.arguments[3]), bytes_of_text("1234"));
  EXPECT_EQ(std::get<RecordedRead>(events[4]).checksum, 0x0123'4567'89ab'cdefU);
  EXPECT_EQ(std::get<RecordedRelease>(events[6]).buffer, 0U);
}

TEST(RecordingFile, KeepsEqualContentsOnceAndOfOthersWhatDiffers) {
  std::vector<std::byte> content = random_bytes(1 << 20, 3);
  const RecordedWrite write{0, 0, content};
  const std::size_t once = recording_of({RecordedAllocation{1 << 20}, write}).size();
  EXPECT_GT(once, 1U << 20);  // nothing compresses random bytes
  const std::size_t twice = recording_of({RecordedAllocation{1 << 20}, write, write}).size();
  EXPECT_LT(twice - once, 2'000U);
  content[500'000] ^= std::byte{1};
  const RecordedWrite changed{0, 0, content};
  const std::string delta = recording_of({RecordedAllocation{1 << 20}, write, changed});
  EXPECT_LT(delta.size() - once, 2'000U + kPieceBytes);
  EXPECT_EQ(std::get<RecordedWrite>(events_of(delta)[2]).content, content);
}

TEST(RecordingFile, RefusesWhatIsCutOffAnywhere) {
  const std::string bytes = recording_of(some_events());
  for (std::size_t size = 0; size < bytes.size(); size += size < 64 ? 1 : 97) {
    const std::string sentence =
        refusal(ErrorKind::File, [&] { events_of(bytes.substr(0, size)); });
    EXPECT_THAT(sentence, StartsWith("test.lfrec")) << size;
  }
  EXPECT_THAT(refusal(ErrorKind::File, [&] { events_of(bytes + "x"); }),
              HasSubstr("something follows its end"));
}

/// Some bits of a frame's head mean nothing.
TEST(RecordingFile, RefusesEveryByteThatIsWrongOrReadsTheSame) {
  const std::string bytes = recording_of(some_events());
  unsigned refused = 0;
  unsigned tried = 0;
  for (std::size_t at = 0; at < bytes.size(); at += at < 64 ? 1 : 53, ++tried) {
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x10);
    try {
      EXPECT_EQ(recording_of(events_of(wrong)), bytes) << at;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::File);
      EXPECT_THAT(error.what(), StartsWith("test.lfrec")) << at;
      ++refused;
    }
  }
  EXPECT_GT(refused, tried - 4);
}

/// A reader that followed each of them would use up its stack.
TEST(RecordingFile, RefusesArraysInArrays) {
  PieceStore pieces;
  EXPECT_EQ(refusal(ErrorKind::File, [&] { content_of(std::string(1 << 20, '\x81'), pieces); }),
            "a record is none of those that are written");
}

TEST(RecordingFile, RefusesNumbersThatNoFieldHolds) {
  PieceStore pieces;
  // ["release", -1], ["release", 1.5], ["launch", ...] with 2^40 work-items
  for (const std::string& record :
       {std::string("\x82\x67release\x20"), std::string("\x82\x67release\xf9\x3e\x00", 12),
        std::string("\x88\x66launch\x00\x61k\x01\x83\x1b\x00\x00\x01\x00\x00\x00\x00\x00\x01\x01"
                    "\x83\x01\x01\x01\x83\x00\x00\x00\x80",
                    33)}) {
    EXPECT_NE(refusal(ErrorKind::File, [&] { content_of(record, pieces); }), "");
  }
}

TEST(RecordingFile, RefusesAnotherVersion) {
  std::string bytes = recording_of({});
  bytes[kRecordingFile.magic.size()] = 9;
  EXPECT_EQ(refusal(ErrorKind::File, [&] { events_of(bytes); }),
            "test.lfrec: the recording has version 9; valid: 1");
  EXPECT_EQ(refusal(ErrorKind::File, [] { events_of("no recording"); }),
            "test.lfrec: this is no recording, which `lanefold exec --record` writes");
}

}  // namespace
}  // namespace lanefold
