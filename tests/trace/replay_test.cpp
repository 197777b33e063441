// SPDX-License-Identifier: Apache-2.0
// Replays against a count of one instruction after another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "lanefold/compactor.h"
#include "lanefold/trace_replay.h"
#include "tests/support/refusal.h"
#include "tests/trace/traces.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TraceCounts replay_of(const std::string& bytes, unsigned alu_width) {
  MaskTraceReader reader(bytes, "test.trace");
  return replay(reader, alu_width);
}

/// Asks every policy for every instruction.
TraceCounts count_one_by_one(const std::string& bytes, unsigned alu_width) {
  TraceCounts counts;
  MaskTraceReader reader(bytes, "test.trace");
  while (const TraceBlock* block = reader.next()) {
    const auto count = [&](const TraceSegment& segment, LaneMask mask, std::uint64_t times) {
      for (std::uint32_t i = 0; i < segment.size; ++i) {
        const TraceInstruction& one = segment.code[i];
        counts.warp_instructions += times;
        counts.lane_instructions += times * mask.count();
        counts.lanes_offered += times * one.width;
        counts.widths[one.width].active_lanes[mask.count()] += times;
        counts.fpu_instructions += one.pipe == TracePipe::Fpu ? times : 0;
        counts.em_instructions += one.pipe == TracePipe::Em ? times : 0;
        counts.send_instructions += one.pipe == TracePipe::Send ? times : 0;
        if (!costs_eu_cycles(one.pipe)) continue;
        const LaneMask issued = mask.any() ? mask : LaneMask::lane(0);
        const QuadGeometry geometry(one.width, alu_width, one.operand_bits);
        for (std::size_t p = 0; p < counted_policies().size(); ++p) {
          const auto policy = make_compactor(counted_policies()[p].policy);
          counts.eu_cycles.cycles[p] += times * policy->cycles(issued, geometry);
        }
      }
    };
    block->for_each([&](const TraceSpan& span) {
      for (std::uint32_t i = 0; i < span.length; ++i) {
        count(block->segments[span.step(i)], span.mask, span.times);
      }
    });
  }
  return counts;
}

void expect_equal(const TraceCounts& counts, const TraceCounts& expected) {
  EXPECT_EQ(counts.warp_instructions, expected.warp_instructions);
  EXPECT_EQ(counts.lane_instructions, expected.lane_instructions);
  EXPECT_EQ(counts.lanes_offered, expected.lanes_offered);
  EXPECT_EQ(counts.fpu_instructions, expected.fpu_instructions);
  EXPECT_EQ(counts.em_instructions, expected.em_instructions);
  EXPECT_EQ(counts.send_instructions, expected.send_instructions);
  EXPECT_EQ(counts.eu_cycles.cycles, expected.eu_cycles.cycles);
  ASSERT_EQ(counts.widths.size(), expected.widths.size());
  for (const auto& [width, of_width] : expected.widths) {
    EXPECT_EQ(counts.widths.at(width).active_lanes, of_width.active_lanes) << width;
  }
}

/// Segments of every width, operand size and pipe under random masks.
std::string random_trace(unsigned seed, unsigned records) {
  std::mt19937_64 random(seed);
  std::string bytes;
  MaskTraceWriter writer({"", 0}, seed % 2 == 0, into(bytes));
  for (unsigned i = 0; i < records; ++i) {
    std::vector<TraceInstruction> code(random() % 6 + 1);
    const auto width = static_cast<std::uint8_t>(random() % 64 + 1);
    for (TraceInstruction& one : code) {
      one = {random(), width, static_cast<std::uint8_t>(16U << random() % 3),
             static_cast<TracePipe>(random() % 4)};
    }
    writer.add(writer.define(code), LaneMask(random() & LaneMask::first(width).bits()),
               random() % 3 + 1);
  }
  writer.close();
  return bytes;
}

TEST(TraceReplay, CountsTheCyclesOfEachInstruction) {
  for (const unsigned alu_width : {1U, 4U, 8U, 64U}) {
    const std::string bytes = random_trace(alu_width, 2000);
    SCOPED_TRACE(alu_width);
    expect_equal(replay_of(bytes, alu_width), count_one_by_one(bytes, alu_width));
  }
}

TEST(TraceReplay, LosesNothingWhenItMeetsMoreMasksThanItsTableHolds) {
  std::mt19937_64 random(7);
  std::string bytes;
  MaskTraceWriter writer({"", 64}, false, into(bytes));
  const auto segment = writer.define(code_of(1, 0, 64));
  std::uint64_t lanes = 0;
  std::uint64_t scc = 0;
  for (unsigned i = 0; i < 300'000; ++i) {
    const LaneMask mask(random());
    writer.add(segment, mask);
    lanes += mask.count();
    scc += (mask.count() + 3) / 4;
  }
  writer.close();
  const TraceCounts counts = replay_of(bytes, 4);
  EXPECT_EQ(counts.warp_instructions, 300'000U);
  EXPECT_EQ(counts.lane_instructions, lanes);
  EXPECT_EQ(counts.eu_cycles[CompactionPolicy::Scc], scc);
  EXPECT_EQ(counts.eu_cycles[CompactionPolicy::None], 300'000U * 16);
}

TEST(TraceReplay, CostsDependOnTheAluThatIsChosen) {
  const std::string bytes =
      imported({"0 16 32 fpu 0xF0F0", "4 16 32 send 0xF0F0", "8 16 64 em 0x1", "12 8 16 fpu 0x81"});
  // By policy: none, ivb, bcc, scc.
  EXPECT_THAT(replay_of(bytes, 4).eu_cycles.cycles,
              ElementsAre(4 + 8 + 1, 4 + 4 + 1, 2 + 1 + 1, 4));
  EXPECT_THAT(replay_of(bytes, 8).eu_cycles.cycles,
              ElementsAre(2 + 4 + 1, 2 + 2 + 1, 2 + 1 + 1, 3));
  EXPECT_THAT(refusal(ErrorKind::Configuration, [&] { replay_of(bytes, 65); }), HasSubstr("65"));
}

TEST(TraceReplay, SortsInstructionsByWidth) {
  const TraceCounts counts =
      replay_of(imported({"0 16 32 fpu 0x7 2", "4 8 32 fpu 0xff", "8 16 32 send 0"}), 4);
  EXPECT_THAT(counts.widths, ElementsAre(Pair(8, testing::_), Pair(16, testing::_)));
  EXPECT_EQ(counts.widths.at(8).active_lanes[8], 1U);
  EXPECT_EQ(counts.widths.at(16).active_lanes[3], 2U);
  EXPECT_EQ(counts.widths.at(16).active_lanes[0], 1U);
  EXPECT_EQ(counts.lanes_offered, 56U);
}

}  // namespace
}  // namespace lanefold
