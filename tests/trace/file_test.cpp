// SPDX-License-Identifier: Apache-2.0
// Mask traces as files: what is written is read back, and what is damaged is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tests/trace/traces.h"
#include "trace/trace_format.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::string small_trace(bool compressed) {
  std::string bytes;
  MaskTraceWriter writer({"small", 16}, compressed, into(bytes));
  const auto loop = writer.define(code_of(5));
  const auto end = writer.define(code_of(2, 0x2000));
  for (unsigned i = 0; i < 100; ++i) writer.add(loop, LaneMask(0xffff >> i % 4));
  writer.add(end, LaneMask(0xf0f0));
  writer.close();
  EXPECT_EQ(writer.bytes(), bytes.size());
  EXPECT_EQ(writer.instructions(), 502U);
  return bytes;
}

TEST(MaskTraceFile, ReadsBackWhatWasWritten) {
  for (const bool compressed : {false, true}) {
    const std::string bytes = small_trace(compressed);
    MaskTraceReader reader(bytes, "test.trace");
    EXPECT_EQ(reader.header().program, "small");
    EXPECT_EQ(reader.header().warp_width, 16U);
    const std::vector<Record> records = records_of(bytes);
    ASSERT_EQ(records.size(), 101U);
    EXPECT_EQ(records[0], (Record{0x1000, 5, 0xffff, 1}));
    EXPECT_EQ(records[3], (Record{0x1000, 5, 0x1fff, 1}));
    EXPECT_EQ(records[100], (Record{0x2000, 2, 0xf0f0, 1}));
  }
  EXPECT_LT(small_trace(true).size(), small_trace(false).size());
}

TEST(MaskTraceFile, JoinsRecordsThatRepeat) {
  std::string bytes;
  MaskTraceWriter writer({"", 16}, false, into(bytes));
  const auto segment = writer.define(code_of(3));
  for (unsigned i = 0; i < 7; ++i) writer.add(segment, LaneMask(1));
  writer.add(segment, LaneMask(2), 70'000);
  writer.add(segment, LaneMask(2));
  writer.close();
  EXPECT_THAT(records_of(bytes), ElementsAre(Record{0x1000, 3, 1, 7}, Record{0x1000, 3, 2, 65'535},
                                             Record{0x1000, 3, 2, 4'466}));
}

TEST(MaskTraceFile, MixesWidthsUpToTheWidest) {
  std::string bytes;
  MaskTraceWriter writer({"", 0}, true, into(bytes));
  for (const std::uint8_t width : {1, 8, 9, 16, 17, 32, 33, 64}) {
    writer.add(writer.define(code_of(1, width, width)), LaneMask::first(width));
  }
  writer.close();
  const std::vector<Record> records = records_of(bytes);
  ASSERT_EQ(records.size(), 8U);
  for (const Record& record : records) {
    EXPECT_EQ(record.mask, LaneMask::first(static_cast<unsigned>(record.pc)).bits());
  }
}

TEST(MaskTraceFile, BeginsANewBlockWhenOneIsFull) {
  std::string bytes;
  MaskTraceWriter writer({"", 16}, false, into(bytes));
  const auto one = writer.define(code_of(1));
  for (std::uint64_t i = 0; i < 100'000; ++i) writer.add(one, LaneMask(i % 0xffff));
  // More code than a dictionary can hold.
  for (std::uint64_t i = 0; i < 40; ++i) {
    writer.add(writer.define(code_of(kMostSegmentInstructions, i << 32)), LaneMask(i));
  }
  writer.close();
  MaskTraceReader reader(bytes, "test.trace");
  std::vector<std::size_t> blocks;
  while (const TraceBlock* block = reader.next()) blocks.push_back(block->records);
  EXPECT_THAT(blocks, ElementsAre(65'536, 34'464 + 15, 16, 9));
  const std::vector<Record> records = records_of(bytes);
  EXPECT_EQ(records[99'999].mask, 99'999U % 0xffff);
  EXPECT_EQ(records.back(), (Record{39ULL << 32, kMostSegmentInstructions, 39, 1}));
}

TEST(MaskTraceFile, OfNothingIsWhole) {
  std::string bytes;
  MaskTraceWriter writer({"nothing", 8}, true, into(bytes));
  writer.close();
  EXPECT_TRUE(records_of(bytes).empty());
  EXPECT_EQ(bytes.size(), sizeof(TraceFileHead) + 7 + 8 + sizeof(TraceBlockHead) + 8);
}

TEST(MaskTraceFile, IsRefusedWhereverItIsCutOff) {
  for (const bool compressed : {false, true}) {
    const std::string whole = small_trace(compressed);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::string why = refusal(ErrorKind::File, [&] { records_of(whole.substr(0, size)); });
      const bool no_magic = size < kTraceMagic.size();
      EXPECT_THAT(why, StartsWith("test.trace at byte " + std::to_string(no_magic ? 0 : size)));
      EXPECT_THAT(why, HasSubstr(no_magic ? "no mask trace" : "cut off"));
    }
    EXPECT_THAT(refusal(ErrorKind::File, [&] { records_of(whole + "x"); }),
                HasSubstr("byte " + std::to_string(whole.size()) + ": something follows"));
  }
}

TEST(MaskTraceFile, IsRefusedWhateverByteIsChanged) {
  for (const bool compressed : {false, true}) {
    const std::string whole = small_trace(compressed);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      EXPECT_THAT(refusal(ErrorKind::File, [&] { records_of(damaged); }),
                  StartsWith("test.trace at byte "))
          << at;
    }
  }
}

TEST(MaskTraceFile, IsRefusedWithoutOneOfItsBlocks) {
  std::string bytes;
  std::vector<std::size_t> ends;
  MaskTraceWriter writer({"", 16}, false, [&](std::string_view part) {
    bytes += part;
    ends.push_back(bytes.size());
  });
  const auto one = writer.define(code_of(1));
  for (std::uint64_t i = 0; i < 140'000; ++i) writer.add(one, LaneMask(i % 0xffff));
  writer.close();
  // The header, three blocks and the end, each with its checksum.
  ASSERT_EQ(ends.size(), 10U);
  const std::string without_second = bytes.substr(0, ends[3]) + bytes.substr(ends[5]);
  EXPECT_THAT(refusal(ErrorKind::File, [&] { records_of(without_second); }),
              HasSubstr("byte " + std::to_string(ends[3]) + ": the block that begins here"));
}

/// A trace of one stored block with a valid checksum, whatever its content.
std::string with_block(const TraceBlockHead& head, const TraceEntry& entry, std::uint8_t mask,
                       std::uint16_t number, std::uint16_t times) {
  std::string bytes;
  MaskTraceWriter({"", 8}, false, into(bytes));
  std::uint64_t seed = 0;
  std::memcpy(&seed, bytes.data() + bytes.size() - sizeof seed, sizeof seed);
  std::string block(bytes_of(head));
  block.append(bytes_of(entry)).append(bytes_of(mask)).append(bytes_of(number));
  block.append(bytes_of(times));
  seed = trace_checksum(block, seed);
  bytes.append(block).append(bytes_of(seed));
  const TraceBlockHead end{};
  seed = trace_checksum(bytes_of(end), seed);
  return bytes.append(bytes_of(end)).append(bytes_of(seed));
}

TEST(MaskTraceFile, IsRefusedWhenItSaysWhatCannotBe) {
  const TraceBlockHead head{BlockKind::Stored, 17, 17, 1, 1, 1};
  const TraceEntry entry{0x1000, 0, 8, 32, 0, 1};
  EXPECT_THAT(records_of(with_block(head, entry, 0xf, 0, 3)),
              ElementsAre(Record{0x1000, 1, 0xf, 3}));
  const auto why = [](const std::string& bytes) {
    return refusal(ErrorKind::File, [&] { records_of(bytes); });
  };
  EXPECT_THAT(why(with_block(head, entry, 0xf, 1, 3)), HasSubstr("names a segment"));
  EXPECT_THAT(why(with_block(head, entry, 0xf, 0, 0)), HasSubstr("zero times"));
  TraceEntry wrong = entry;
  wrong.width = 4;
  EXPECT_THAT(why(with_block(head, wrong, 0x1f, 0, 1)), HasSubstr("a lane that"));
  for (const unsigned width : {0U, 9U, 65U}) {
    wrong.width = static_cast<std::uint8_t>(width);
    EXPECT_THAT(why(with_block(head, wrong, 1, 0, 1)), HasSubstr("1 to 64 lanes"));
  }
  wrong = entry;
  wrong.operand_bits = 8;
  EXPECT_THAT(why(with_block(head, wrong, 1, 0, 1)), HasSubstr("16, 32 or 64 bits"));
  wrong = entry;
  wrong.pipe = 3;
  EXPECT_THAT(why(with_block(head, wrong, 1, 0, 1)), HasSubstr("pipe 0, 1 or 2"));
  wrong = entry;
  wrong.ends_segment = 0;
  EXPECT_NE(why(with_block(head, wrong, 1, 0, 1)), "");
}

TEST(MaskTraceFile, IsRefusedForHeadsThatCannotBe) {
  const TraceEntry entry{0x1000, 0, 8, 32, 0, 1};
  const std::vector<std::pair<TraceBlockHead, const char*>> heads{
      {{static_cast<BlockKind>(3), 17, 17, 1, 1, 1}, "kind 3"},
      {{BlockKind::End, 17, 17, 1, 1, 1}, "only zeros"},
      {{BlockKind::Stored, 17, 17, 0, 1, 1}, "0 instructions; valid: 1 to 65536"},
      {{BlockKind::Stored, 17, 17, 1, 65'537, 1}, "65537 records; valid: 1 to 65536"},
      {{BlockKind::Stored, 17, 17, 1, 1, 3}, "masks of 3 bytes; valid: 1, 2, 4, 8"},
      {{BlockKind::Stored, 17, 18, 1, 1, 1}, "18 bytes, but its counts want 17"},
      {{BlockKind::Stored, 16, 17, 1, 1, 1}, "its counts want 17"},
      {{BlockKind::Compressed, 17, 17, 1, 1, 1}, "does not expand"}};
  for (const auto& [head, reason] : heads) {
    const std::string bytes = with_block(head, entry, 1, 0, 1);
    EXPECT_THAT(refusal(ErrorKind::File, [&] { records_of(bytes); }), HasSubstr(reason));
  }
}

}  // namespace
}  // namespace lanefold
