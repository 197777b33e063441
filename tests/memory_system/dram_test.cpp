// SPDX-License-Identifier: Apache-2.0
// Memory controller and DRAM: exact cycles, contents, the base protocol.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decisions/dram/dram_timing.h"
#include "lanefold/error.h"
#include "tests/support/dram_configs.h"

namespace lanefold {
namespace {

struct Served {
  std::uint64_t cycle;
  std::uint64_t address;
  std::uint64_t answered;
  RowOutcome row;
};

void expect_served(DramTiming& timing, const std::vector<Served>& table, std::uint64_t bytes) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const DramAnswer answer = timing.serve({table[i].cycle, table[i].address, bytes});
    EXPECT_EQ(answer.cycle, table[i].answered) << "row " << i;
    EXPECT_EQ(answer.row, table[i].row) << "row " << i;
  }
}

// A line of 128 bytes takes 32 cycles at 4 bytes a cycle.
TEST(FixedDram, AnswersNoSoonerThanTheLastOfTheDataIsBack) {
  const auto timing = make_dram_timing(fixed(10, 4000), 1000);
  expect_served(*timing, {{5, 0, 5 + 32, RowOutcome::None}, {5, 0, 5 + 2 * 32, RowOutcome::None}},
                128);
}

// 16 GB/s at 1 GHz: a line of 128 bytes every 8 cycles.
TEST(FixedDram, AnswersLinesAtTheBandwidthOfMv5) {
  const auto timing = make_dram_timing(fixed(300, 16000), 1000);
  expect_served(*timing,
                {{10, 0, 310, RowOutcome::None},
                 {10, 128, 318, RowOutcome::None},
                 {12, 0, 326, RowOutcome::None},
                 {100, 0, 400, RowOutcome::None},
                 {108, 0, 408, RowOutcome::None}},
                128);
  timing->reset();
  EXPECT_EQ(timing->serve({0, 0, 128}).cycle, 300U);
  EXPECT_EQ(timing->serve({1, 0, 128}).waited, 7U);
}

// 256 GB/s at 2 GHz: 128 bytes, four lines of 32, a cycle.
TEST(FixedDram, AnswersLinesAtTheBandwidthOfManycore) {
  const auto timing = make_dram_timing(fixed(500, 256000), 2000);
  for (const std::uint64_t answered : {500, 500, 500, 500, 501, 501, 501, 501, 502}) {
    EXPECT_EQ(timing->serve({0, 0, 32}).cycle, answered);
  }
}

// 25.6 GB/s at 1 GHz: a line of 64 bytes every 2.5 cycles.
TEST(FixedDram, KeepsFractionsOfACycle) {
  const auto timing = make_dram_timing(fixed(100, 25600), 1000);
  for (const std::uint64_t answered : {100, 102, 105, 107, 110}) {
    EXPECT_EQ(timing->serve({0, 0, 64}).cycle, answered);
  }
}

TEST(Ddr3Dram, TellsHitsFromClosedRowsAndConflicts) {
  const auto timing = make_dram_timing(ddr3(), 1000);
  expect_served(*timing,
                {{100, 0, 100 + 10 + 8 + 4 + 5, RowOutcome::Closed},
                 {200, 64, 200 + 8 + 4 + 5, RowOutcome::Hit},
                 {300, 256, 300 + 10 + 8 + 4 + 5, RowOutcome::Closed},  // the other bank
                 {400, 512, 400 + 12 + 10 + 8 + 4 + 5, RowOutcome::Conflict},
                 {500, 320, 500 + 8 + 4 + 5, RowOutcome::Hit}},
                64);
}

// Column commands follow each other at the pace of their bursts.
TEST(Ddr3Dram, StreamsFromAnOpenRow) {
  const auto timing = make_dram_timing(ddr3(), 1000);
  expect_served(*timing,
                {{0, 0, 27, RowOutcome::Closed},
                 {0, 64, 31, RowOutcome::Hit},
                 {0, 128, 35, RowOutcome::Hit},
                 {0, 192, 39, RowOutcome::Hit},
                 {0, 256, 43, RowOutcome::Closed}},  // opened behind the bursts of the other bank
                64);
}

// The row opened in cycle 0 cannot be closed before 25.
TEST(Ddr3Dram, KeepsARowOpenForItsLeastTime) {
  const auto timing = make_dram_timing(ddr3(), 1000);
  expect_served(
      *timing,
      {{0, 0, 27, RowOutcome::Closed},
       {1, 512, 25 + 12 + 10 + 8 + 4 + 5, RowOutcome::Conflict},
       {1, 256, 25 + 12 + 10 + 8 + 4 + 4 + 5, RowOutcome::Closed}},  // the bus is in order
      64);
}

TEST(Ddr3Dram, HasABusForEveryChannel) {
  DramConfig config = ddr3();
  config.channels = 2;
  config.bandwidth_mb_s = 32000;
  const auto timing = make_dram_timing(config, 1000);
  expect_served(*timing,
                {{0, 0, 27, RowOutcome::Closed},
                 {0, 64, 27, RowOutcome::Closed},
                 {0, 128, 31, RowOutcome::Hit},
                 {0, 192, 31, RowOutcome::Hit}},
                64);
  timing->reset();
  expect_served(*timing, {{0, 128, 27, RowOutcome::Closed}}, 64);
}

TEST(DramTiming, RefusesRowsAndChannelsThatDoNotDivide) {
  const auto sentence = [](const DramConfig& config, std::uint32_t line_bytes) -> std::string {
    try {
      validate_dram(config, line_bytes);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  DramConfig config = ddr3();
  EXPECT_EQ(sentence(config, 64), "");
  EXPECT_EQ(sentence(config, 128),
            "dram.interleave_bytes is 64 but must be a multiple of memory.line_bytes, which is "
            "128: a line lies in one channel");
  config.row_bytes = 96;
  EXPECT_EQ(sentence(config, 64),
            "dram.row_bytes is 96 but must be a multiple of dram.interleave_bytes, which is 64");
  config.timing = DramModel::Fixed;
  EXPECT_EQ(sentence(config, 128), "") << "it has neither";
}

}  // namespace
}  // namespace lanefold
