// SPDX-License-Identifier: Apache-2.0
// Memory controller and DRAM: exact cycles, contents, the base protocol.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "memory_system/dram/memory_controller.h"
#include "memory_system/interconnect/link.h"
#include "tests/support/at_initiator.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---- The link.

TEST(Link, PassesWholeUnitsACycle) {
  Link link(Rate::of(2, 1));
  EXPECT_EQ(link.pass(5, 1).ends, 6U);
  EXPECT_TRUE(link.free(5));
  EXPECT_EQ(link.pass(5, 1).ends, 6U);
  EXPECT_FALSE(link.free(5));
  EXPECT_EQ(link.pass(5, 1).begins, 6U);
}

TEST(Link, PassesFractionsOfUnitsExactly) {
  Link link(Rate::of(57000, 1000));  // 57 bytes a cycle
  std::uint64_t last = 0;
  for (unsigned i = 0; i < 57; ++i) last = link.pass(0, 128).ends;
  EXPECT_EQ(last, 128U) << "57 x 128 bytes";
  link.reset();
  EXPECT_EQ(link.pass(0, 128).ends, 3U);  // 2.2 cycles
  EXPECT_TRUE(link.free(2));
  EXPECT_EQ(link.pass(0, 128).ends, 5U);  // 4.5
}

TEST(Link, IsAlwaysFreeWithoutALimit) {
  Link link;
  EXPECT_EQ(link.pass(7, 1000).ends, 7U);
  EXPECT_TRUE(link.free(7));
}

// ---- Timing policies.

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

DramConfig fixed(std::uint32_t latency, std::uint32_t bandwidth_mb_s) {
  DramConfig config;
  config.latency = latency;
  config.bandwidth_mb_s = bandwidth_mb_s;
  return config;
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

/// tRCD 10, tCAS 8, tRP 12, tRAS 25, bursts of 4 cycles for 64 bytes, 5 cycles of path; 2 banks
/// with rows of 256 bytes.
DramConfig ddr3() {
  DramConfig config;
  config.timing = "ddr3";
  config.latency = 5;
  config.bandwidth_mb_s = 16000;
  config.banks = 2;
  config.row_bytes = 256;
  config.interleave_bytes = 64;
  config.t_rcd = 10;
  config.t_cas = 8;
  config.t_rp = 12;
  config.t_ras = 25;
  return config;
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

TEST(DramTiming, RefusesAnUnknownPolicy) {
  DramConfig config;
  config.timing = "sram";
  try {
    make_dram_timing(config, 1000);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "dram.timing: 'sram' is unknown; valid: fixed, ddr3");
  }
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
  config.timing = "fixed";
  EXPECT_EQ(sentence(config, 128), "") << "it has neither";
}

// ---- Contents.

TEST(MemoryContent, IsZeroUntilWritten) {
  MemoryContent content;
  std::vector<unsigned char> bytes(16, 9);
  content.read(0xffff'0000'0000, bytes.data(), 16);
  EXPECT_THAT(bytes, Each(0));
  bytes.assign(16, 7);
  content.write(4096 - 8, bytes.data(), 16);  // over the end of a page
  bytes.assign(16, 9);
  content.read(4096 - 4, bytes.data(), 16);
  EXPECT_THAT(bytes, ElementsAre(7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0));
}

TEST(MemoryContent, KeepsNoPagesOfZeros) {
  MemoryContent content;
  std::vector<unsigned char> bytes(3 * 4096, 0);
  content.write(100, bytes.data(), bytes.size());
  EXPECT_EQ(content.pages(), 0U);
  bytes.assign(bytes.size(), 1);
  content.write(0, bytes.data(), bytes.size());
  EXPECT_EQ(content.pages(), 3U);
  bytes.assign(bytes.size(), 0);
  content.write(2048, bytes.data(), 2 * 4096);
  EXPECT_EQ(content.pages(), 2U);
  content.read(4096 - 2, bytes.data(), 4);
  EXPECT_EQ(bytes[0], 0);
  content.read(2046, bytes.data(), 4);
  EXPECT_THAT(std::vector<unsigned char>(bytes.begin(), bytes.begin() + 4),
              ElementsAre(1, 1, 0, 0));
}

TEST(MemoryContent, EndsWhereItIsToldTo) {
  const MemoryContent content(4096);
  EXPECT_TRUE(content.contains(4032, 64));
  EXPECT_FALSE(content.contains(4033, 64));
  EXPECT_FALSE(content.contains(UINT64_MAX - 10, 64));
}

// ---- The controller.

class Controller : public SimulationTest {
 protected:
  void build(const DramConfig& config) {
    controller_ = std::make_unique<MemoryController>("dram", config, 1000, cycles(1), content_);
    initiator_.socket.bind(controller_->socket);
    sc_core::sc_start(cycles(1));
  }

  MemoryContent content_{1U << 16};
  AtInitiator initiator_{"initiator"};
  std::unique_ptr<MemoryController> controller_;
};

TEST_F(Controller, AnswersInExactCycles) {
  build(fixed(30, 64000));
  const std::vector<Shot> shots{{10, 0, kRead, 40},  {10, 0, kWrite, 41},  // one cycle behind
                                {10, 64, kRead, 42}, {11, 0, kRead, 43},
                                {20, 0, kRead, 50},  // idle again
                                {100, 0, kRead, 130}};
  EXPECT_EQ(answers_of(initiator_, shots), expected_answers(shots));
  EXPECT_EQ(controller_->statistics().reads, 5U);
  EXPECT_EQ(controller_->statistics().writes, 1U);
  EXPECT_EQ(controller_->statistics().read_bytes, 320U);
  EXPECT_EQ(controller_->statistics().waited_cycles, 1U + 2 + 2);
  controller_->reset();
  EXPECT_EQ(controller_->statistics().reads, 0U);
}

TEST_F(Controller, CountsRowHits) {
  build(ddr3());
  const std::vector<Shot> shots{
      {100, 0, kRead, 127}, {200, 64, kWrite, 217}, {300, 512, kRead, 339}};
  EXPECT_EQ(answers_of(initiator_, shots), expected_answers(shots));
  EXPECT_EQ(controller_->statistics().rows_closed, 1U);
  EXPECT_EQ(controller_->statistics().row_hits, 1U);
  EXPECT_EQ(controller_->statistics().row_conflicts, 1U);
}

TEST_F(Controller, ServesFromTheCycleInWhichARequestArrives) {
  build(fixed(10, 64000));
  sc_core::sc_start(cycles(3));
  Transaction read(kRead, 0, 64);
  sc_core::sc_time delay(2.5, sc_core::SC_NS);
  initiator_.socket->b_transport(read.payload, delay);
  EXPECT_EQ(sc_core::sc_time_stamp() + delay, cycles(4 + 3 + 10));
}

TEST_F(Controller, HonoursByteEnablesAndRefusesWhatItCannotDo) {
  build(fixed(10, 0));
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  unsigned char enables[] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
  Transaction write(kWrite, 0, 8);
  write.data = {1, 2, 3, 4, 5, 6, 7, 8};
  write.payload.set_data_ptr(write.data.data());
  write.payload.set_byte_enable_ptr(enables);
  write.payload.set_byte_enable_length(2);
  initiator_.socket->b_transport(write.payload, delay);
  Transaction read(kRead, 0, 8);
  initiator_.socket->b_transport(read.payload, delay);
  EXPECT_THAT(read.data, ElementsAre(1, 0, 3, 0, 5, 0, 7, 0));
  Transaction part(kRead, 0, 4);
  std::fill(part.data.begin(), part.data.end(), 9);
  part.payload.set_byte_enable_ptr(enables);
  part.payload.set_byte_enable_length(2);
  initiator_.socket->b_transport(part.payload, delay);
  EXPECT_THAT(part.data, ElementsAre(1, 9, 3, 9));
  part.payload.set_byte_enable_length(0);
  initiator_.socket->b_transport(part.payload, delay);
  EXPECT_EQ(part.payload.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  part.payload.set_streaming_width(2);
  initiator_.socket->b_transport(part.payload, delay);
  EXPECT_EQ(part.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
  Transaction outside(kRead, (1U << 16) - 32, 64);
  initiator_.socket->b_transport(outside.payload, delay);
  EXPECT_EQ(outside.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_F(Controller, CarriesOutAtomics) {
  build(fixed(10, 0));
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const auto atomic = [&](Opcode operation, std::uint32_t operand) {
    Transaction transaction(kRead, 0, 64);
    transaction.make_atomic(operation, 8, operand);
    initiator_.socket->b_transport(transaction.payload, delay);
    return transaction.word(8);
  };
  EXPECT_EQ(atomic(Opcode::AmoaddW, 5), 0U);
  EXPECT_EQ(atomic(Opcode::AmoswapW, 0xf0), 5U);
  EXPECT_EQ(atomic(Opcode::AmoorW, 0x0f), 0xf0U);
  EXPECT_EQ(atomic(Opcode::AmoandW, 0x3c), 0xffU);
  EXPECT_EQ(atomic(Opcode::AmoxorW, 0xffff'ffff), 0x3cU);
  EXPECT_EQ(atomic(Opcode::AmominW, 1), 0xffff'ffc3U) << "negative";
  EXPECT_EQ(atomic(Opcode::AmominuW, 1), 0xffff'ffc3U);
  EXPECT_EQ(atomic(Opcode::AmomaxW, 0xffff'ffff), 1U);
  EXPECT_EQ(atomic(Opcode::AmomaxuW, 0xffff'ffff), 1U);
  EXPECT_EQ(atomic(Opcode::AmoaddW, 0), 0xffff'ffffU);
}

TEST_F(Controller, LetsDebuggersInWithoutTime) {
  build(fixed(10, 0));
  Transaction write(kWrite, 4, 4);
  write.set_word(0, 0x04030201);
  EXPECT_EQ(initiator_.socket->transport_dbg(write.payload), 4U);
  Transaction read(kRead, 4, 4);
  EXPECT_EQ(initiator_.socket->transport_dbg(read.payload), 4U);
  EXPECT_EQ(read.data, write.data);
  Transaction outside(kRead, 1U << 16, 4);
  EXPECT_EQ(initiator_.socket->transport_dbg(outside.payload), 0U);
  EXPECT_EQ(controller_->statistics().reads, 0U);
}

TEST_F(Controller, SaysWhatItHasServed) {
  build(fixed(30, 0));
  answers_of(initiator_, {{10, 0, kRead, 40}});
  std::ostringstream out;
  controller_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("1 reads and 0 writes served, the latest answer in cycle 40"));
}

}  // namespace
}  // namespace lanefold
