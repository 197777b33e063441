// SPDX-License-Identifier: Apache-2.0
// Mask traces as files: what is written is read back, and what is damaged is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "observers/mask_trace/trace_format.h"
#include "tests/support/refusal.h"
#include "tests/trace/traces.h"

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

TEST(MaskTraceFile, ReadsBackWrittenMasks) {
  for (const bool compressed : {false, true}) {
    const std::string bytes = small_trace(compressed);
    MaskTraceReader reader(bytes, "test.trace");
    EXPECT_EQ(reader.header().program, "small");
    EXPECT_EQ(reader.header().warp_width, 16U);
    const std::vector<Step> steps = steps_of(bytes);
    ASSERT_EQ(steps.size(), 101U);
    EXPECT_EQ(steps[0], (Step{0x1000, 5, 0xffff, 1}));
    EXPECT_EQ(steps[3], (Step{0x1000, 5, 0x1fff, 1}));
    EXPECT_EQ(steps[100], (Step{0x2000, 2, 0xf0f0, 1}));
  }
  EXPECT_LT(small_trace(true).size(), small_trace(false).size());
}

TEST(MaskTraceFile, JoinsEqualStepsWhereThatIsSmaller) {
  std::string bytes;
  MaskTraceWriter writer({"", 16}, false, into(bytes));
  const auto segment = writer.define(code_of(3));
  const auto other = writer.define(code_of(1, 0x2000));
  for (unsigned i = 0; i < 7; ++i) writer.add(segment, LaneMask(1));
  writer.add(other, LaneMask(1));
  for (unsigned i = 0; i < 20; ++i) writer.add(segment, LaneMask(1));
  writer.add(other, LaneMask(2), 0xffff'ffff);
  writer.add(other, LaneMask(2));
  writer.add(other, LaneMask(2), 2);
  writer.close();
  std::vector<Step> expected(7, {0x1000, 3, 1, 1});
  expected.push_back({0x2000, 1, 1, 1});
  expected.push_back({0x1000, 3, 1, 20});
  expected.push_back({0x2000, 1, 2, 0xffff'ffff});
  expected.push_back({0x2000, 1, 2, 3});
  EXPECT_EQ(steps_of(bytes), expected);
  EXPECT_EQ(writer.instructions(), 27U * 3 + 1 + 0xffff'ffffULL + 3);
}

TEST(MaskTraceFile, MixesWidthsUpToTheWidest) {
  std::string bytes;
  MaskTraceWriter writer({"", 0}, true, into(bytes));
  for (const std::uint8_t width : {1, 8, 9, 16, 17, 32, 33, 64}) {
    writer.add(writer.define(code_of(1, width, width)), LaneMask::first(width));
  }
  writer.close();
  const std::vector<Step> steps = steps_of(bytes);
  ASSERT_EQ(steps.size(), 8U);
  for (const Step& record : steps) {
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
  while (const TraceBlock* block = reader.next()) blocks.push_back(block->spans);
  EXPECT_THAT(blocks, ElementsAre(65'536, 34'464 + 15, 16, 9));
  const std::vector<Step> steps = steps_of(bytes);
  EXPECT_EQ(steps[99'999].mask, 99'999U % 0xffff);
  EXPECT_EQ(steps.back(), (Step{39ULL << 32, kMostSegmentInstructions, 39, 1}));
}

TEST(MaskTraceFile, OfNothingIsWhole) {
  std::string bytes;
  MaskTraceWriter writer({"nothing", 8}, true, into(bytes));
  writer.close();
  EXPECT_TRUE(steps_of(bytes).empty());
  EXPECT_EQ(bytes.size(), sizeof(TraceFileHead) + 7 + 8 + sizeof(TraceBlockHead) + 8);
}

TEST(MaskTraceFile, IsRefusedWhereverItIsCutOff) {
  for (const bool compressed : {false, true}) {
    const std::string whole = small_trace(compressed);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::string why = refusal(ErrorKind::File, [&] { steps_of(whole.substr(0, size)); });
      const bool no_magic = size < kTraceMagic.size();
      EXPECT_THAT(why, StartsWith("test.trace at byte " + std::to_string(no_magic ? 0 : size)));
      EXPECT_THAT(why, HasSubstr(no_magic ? "no mask trace" : "cut off"));
    }
    EXPECT_THAT(refusal(ErrorKind::File, [&] { steps_of(whole + "x"); }),
                HasSubstr("byte " + std::to_string(whole.size()) + ": something follows"));
  }
}

TEST(MaskTraceFile, IsRejectedWithAnyByteChanged) {
  for (const bool compressed : {false, true}) {
    const std::string whole = small_trace(compressed);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      EXPECT_THAT(refusal(ErrorKind::File, [&] { steps_of(damaged); }),
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
  EXPECT_THAT(refusal(ErrorKind::File, [&] { steps_of(without_second); }),
              HasSubstr("byte " + std::to_string(ends[3]) + ": the block that begins here"));
}

/// The one block of a trace with valid checksums, whatever it says: two spans, of one step and two.
struct OddBlock {
  TraceBlockHead head{BlockKind::Stored, 12 + 2 * 7 + 3 * 2, 12 + 2 * 7 + 3 * 2, 1, 2, 3, 1};
  std::vector<TraceEntry> entries{{0x1000, 0, 8, 32, 0, 1}};
  std::array<std::uint8_t, 2> masks{0xf, 0x1};
  std::array<std::uint32_t, 2> times{3, 1};
  std::array<std::uint16_t, 2> lengths{1, 2};
  std::array<std::uint16_t, 3> steps{0, 0, 0};

  std::string trace() const {
    std::string bytes;
    MaskTraceWriter({"", 8}, false, into(bytes));
    std::uint64_t seed = 0;
    std::memcpy(&seed, bytes.data() + bytes.size() - sizeof seed, sizeof seed);
    std::string block(bytes_of(head));
    for (const TraceEntry& entry : entries) block.append(bytes_of(entry));
    block.append(bytes_of(masks)).append(bytes_of(times));
    block.append(bytes_of(lengths)).append(bytes_of(steps));
    seed = trace_checksum(block, seed);
    bytes.append(block).append(bytes_of(seed));
    const TraceBlockHead end{};
    seed = trace_checksum(bytes_of(end), seed);
    return bytes.append(bytes_of(end)).append(bytes_of(seed));
  }

  std::string refused() const {
    return refusal(ErrorKind::File, [&] { steps_of(trace()); });
  }
};

/// A block with one change.
template <class Change>
OddBlock odd(Change change) {
  OddBlock block;
  change(block);
  return block;
}

TEST(MaskTraceFile, IsRejectedWithImpossibleValues) {
  EXPECT_THAT(steps_of(OddBlock().trace()),
              ElementsAre(Step{0x1000, 1, 0xf, 3}, Step{0x1000, 1, 1, 1}, Step{0x1000, 1, 1, 1}));
  const OddBlock two_widths = odd([](auto& b) {
    b.head = {BlockKind::Stored, 44, 44, 2, 2, 3, 1};
    b.entries.push_back({0x2000, 0, 4, 32, 0, 1});
    b.steps[2] = 1;
  });
  EXPECT_THAT(two_widths.refused(), HasSubstr("of one width"));
  EXPECT_THAT(odd([](auto& b) { b.steps[1] = 1; }).refused(), HasSubstr("among the 1 segments"));
  EXPECT_THAT(odd([](auto& b) { b.times[1] = 0; }).refused(), HasSubstr("zero times"));
  EXPECT_THAT(odd([](auto& b) { b.lengths = {0, 3}; }).refused(), HasSubstr("have not 3 steps"));
  EXPECT_THAT(odd([](auto& b) { b.lengths[1] = 3; }).refused(), HasSubstr("have not 3 steps"));
  EXPECT_THAT(odd([](auto& b) { b.entries[0].width = 3; }).refused(),
              HasSubstr("the lanes of its mask"));
  for (const std::uint8_t width : {0, 9, 65}) {
    EXPECT_THAT(odd([&](auto& b) { b.entries[0].width = width; }).refused(),
                HasSubstr("1 to 64 lanes"));
  }
  EXPECT_THAT(odd([](auto& b) { b.entries[0].operand_bits = 8; }).refused(),
              HasSubstr("16, 32 or 64"));
  EXPECT_THAT(odd([](auto& b) { b.entries[0].pipe = 4; }).refused(), HasSubstr("pipe 0 to 3"));
  EXPECT_THAT(odd([](auto& b) { b.entries[0].ends_segment = 0; }).refused(), HasSubstr("no end"));
}

TEST(MaskTraceFile, IsRefusedForHeadsThatCannotBe) {
  const std::vector<std::pair<TraceBlockHead, const char*>> heads{
      {{static_cast<BlockKind>(3), 32, 32, 1, 2, 3, 1}, "kind 3"},
      {{BlockKind::End, 32, 32, 1, 2, 3, 1}, "only zeros"},
      {{BlockKind::Stored, 32, 32, 0, 2, 3, 1}, "0 instructions; valid: 1 to 65536"},
      {{BlockKind::Stored, 32, 32, 65'537, 2, 3, 1}, "65537 instructions; valid: 1 to 65536"},
      {{BlockKind::Stored, 32, 32, 1, 2, 0, 1}, "0 steps; valid: 1 to 65536"},
      {{BlockKind::Stored, 32, 32, 1, 2, 65'537, 1}, "65537 steps; valid: 1 to 65536"},
      {{BlockKind::Stored, 32, 32, 1, 4, 3, 1}, "4 spans; valid: 1 to 3"},
      {{BlockKind::Stored, 32, 32, 1, 2, 3, 3}, "masks of 3 bytes; valid: 1, 2, 4, 8"},
      {{BlockKind::Stored, 32, 33, 1, 2, 3, 1}, "33 bytes, but its counts want 32"},
      {{BlockKind::Stored, 31, 32, 1, 2, 3, 1}, "its counts want 32"},
      {{BlockKind::Compressed, 32, 32, 1, 2, 3, 1}, "does not expand"}};
  for (const auto& [head, reason] : heads) {
    EXPECT_THAT(odd([&, h = head](auto& b) { b.head = h; }).refused(), HasSubstr(reason));
  }
}

}  // namespace
}  // namespace lanefold
