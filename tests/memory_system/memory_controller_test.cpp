// SPDX-License-Identifier: Apache-2.0
// The memory controller and what memory holds.
#include "blocks/dram/memory_controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/at_initiator.h"
#include "tests/support/dram_configs.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
    controller_ =
        std::make_unique<MemoryController>("dram", config, 1000, domain().clock(), content_);
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
  EXPECT_EQ(controller_->statistics().read_cycles, 30U + 32 + 32 + 30 + 30);
  EXPECT_EQ(controller_->statistics().reading_cycles, (50U - 10) + (130 - 100));
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

TEST_F(Controller, HonoursByteEnablesAndRejectsUnsupportedCommands) {
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

TEST_F(Controller, CarriesOutAtomicsOfWordsOf64Bits) {
  build(fixed(10, 0));
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  for (const std::uint32_t before : {0U, 0xffff'ffffU}) {
    Transaction transaction(kRead, 0, 64);
    transaction.make_atomic(Opcode::AmoaddW, 8, 0xffff'ffff);
    transaction.atomic.bytes = 8;
    initiator_.socket->b_transport(transaction.payload, delay);
    EXPECT_EQ(transaction.word(8), before);
    EXPECT_EQ(transaction.word(12), 0U);
  }
  Transaction read(kRead, 0, 64);
  initiator_.socket->b_transport(read.payload, delay);
  EXPECT_EQ(read.word(8), 0xffff'fffeU);
  EXPECT_EQ(read.word(12), 1U);
}

TEST_F(Controller, CarriesAnAtomicOutOnlyWhereTheWordIsWhatItExpects) {
  build(fixed(10, 0));
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const auto conditional = [&](std::uint32_t expected, std::uint32_t operand) {
    Transaction transaction(kRead, 0, 64);
    transaction.make_atomic(Opcode::ScW, 8, operand);
    transaction.atomic.expected = expected;
    initiator_.socket->b_transport(transaction.payload, delay);
    return transaction.word(8);
  };
  EXPECT_EQ(conditional(0, 7), 0U);
  EXPECT_EQ(conditional(0, 8), 7U) << "not written";
  EXPECT_EQ(conditional(7, 9), 7U);
  EXPECT_EQ(conditional(1, 1), 9U);
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

TEST_F(Controller, CountsServedRequests) {
  build(fixed(30, 0));
  answers_of(initiator_, {{10, 0, kRead, 40}});
  std::ostringstream out;
  controller_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("1 reads and 0 writes served, the latest answer in cycle 40"));
}

}  // namespace
}  // namespace lanefold
