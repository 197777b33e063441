// SPDX-License-Identifier: Apache-2.0
// Memory of fixed latency and the load/store unit on the TLM-2.0 base protocol, against targets and
// initiators that know nothing but the standard.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "memory_system/coalescer.h"
#include "memory_system/fixed_latency_memory.h"
#include "memory_system/load_store_unit.h"
#include "tests/support/pipeline.h"
#include "tests/support/pipeline_memory.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

// ---- The coalescer.

LaneAccess access_of(AddressSpace space, unsigned bytes, std::vector<std::uint32_t> addresses) {
  LaneAccess access;
  access.space = space;
  access.bytes = static_cast<std::uint8_t>(bytes);
  for (unsigned lane = 0; lane < addresses.size(); ++lane) {
    access.address[lane] = addresses[lane];
    access.lanes.set(lane);
  }
  return access;
}

using Lines = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // address, lanes

Lines coalesced(const LaneAccess& access, std::uint32_t line_bytes,
                const PrivatePlacement& placement = {}) {
  LineAccesses result;
  coalesce(access, line_bytes, placement, result);
  Lines lines;
  for (unsigned i = 0; i < result.count; ++i) {
    lines.emplace_back(result.lines[i].address, result.lines[i].lanes.bits());
  }
  return lines;
}

TEST(Coalescer, MergesLanesOfOneLine) {
  const auto global = [](std::vector<std::uint32_t> addresses) {
    return access_of(AddressSpace::Global, 4, std::move(addresses));
  };
  EXPECT_THAT(coalesced(global({0x1000, 0x1004, 0x103c}), 64), ElementsAre(Pair(0x1000, 7)));
  EXPECT_THAT(coalesced(global({0x1040, 0x1000, 0x107c, 0x1000}), 64),
              ElementsAre(Pair(0x1040, 5), Pair(0x1000, 10)));
  EXPECT_THAT(coalesced(global({0x1000, 0x1004, 0x1000}), 4),
              ElementsAre(Pair(0x1000, 5), Pair(0x1004, 2)));
  EXPECT_THAT(coalesced(global({}), 64), ElementsAre());
}

TEST(Coalescer, SplitsAnAccessThatIsLongerThanALine) {
  EXPECT_THAT(coalesced(access_of(AddressSpace::Global, 8, {0x1000, 0x1008}), 4),
              ElementsAre(Pair(0x1000, 1), Pair(0x1004, 1), Pair(0x1008, 2), Pair(0x100c, 2)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Global, 8, {0x1000, 0x1008}), 8),
              ElementsAre(Pair(0x1000, 1), Pair(0x1008, 2)));
}

TEST(Coalescer, SendsEveryLaneOfAnAtomicAlone) {
  LaneAccess access = access_of(AddressSpace::Global, 4, {0x1000, 0x1000, 0x1004});
  access.kind = InstructionClass::Atomic;
  EXPECT_THAT(coalesced(access, 64),
              ElementsAre(Pair(0x1000, 1), Pair(0x1000, 2), Pair(0x1000, 4)));
}

TEST(Coalescer, FindsEqualPrivateAddressesInOneRow) {
  const PrivatePlacement placement{kPrivatePhysicalBase + 0x4000, 16};
  const std::vector<std::uint32_t> same(16, kPrivateBase + 8);  // word 2, 16 lanes: 64 bytes
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 4, same), 64, placement),
              ElementsAre(Pair(placement.base + 128, 0xffff)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 1, same), 32, placement),
              ElementsAre(Pair(placement.base + 128, 0xff), Pair(placement.base + 160, 0xff00)));
  EXPECT_THAT(coalesced(access_of(AddressSpace::Private, 8, same), 64, placement),
              ElementsAre(Pair(placement.base + 128, 0xffff), Pair(placement.base + 192, 0xffff)));
}

TEST(Coalescer, HoldsTheWorstCase) {
  std::vector<std::uint32_t> apart;
  for (unsigned lane = 0; lane < 64; ++lane) apart.push_back(kPrivateBase + lane * 16);
  const Lines lines =
      coalesced(access_of(AddressSpace::Private, 8, apart), 4, {kPrivatePhysicalBase, 64});
  EXPECT_EQ(lines.size(), 128U);
}

// ---- Memory of fixed latency.

/// A payload with its data, as an initiator of the standard makes it.
struct Transaction {
  explicit Transaction(tlm::tlm_command command, std::uint64_t address, unsigned length = 64)
      : data(length) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(length);
    payload.set_streaming_width(length);
  }
  std::vector<unsigned char> data;
  tlm::tlm_generic_payload payload;
};

struct Initiator : sc_core::sc_module {
  explicit Initiator(const sc_core::sc_module_name& name) : sc_module(name) {}
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
};

class FixedLatency : public SimulationTest {
 protected:
  void build(std::uint32_t latency, std::uint32_t lines_per_cycle) {
    config_.latency = latency;
    config_.lines_per_cycle = lines_per_cycle;
    memory_ = std::make_unique<FixedLatencyMemory>("memory", config_, cycles(1), content_);
    initiator_.socket.bind(memory_->socket);
    sc_core::sc_start(cycles(1));
  }
  /// Cycle of the answer to a line that is sent `delay` after the current time.
  double send(tlm::tlm_command command, std::uint64_t address,
              sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    Transaction transaction(command, address);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    EXPECT_EQ(initiator_.socket->nb_transport_fw(transaction.payload, phase, delay),
              tlm::TLM_COMPLETED);
    status_ = transaction.payload.get_response_status();
    return (sc_core::sc_time_stamp() + delay) / cycles(1);
  }
  void go_to(std::uint64_t cycle) {
    if (cycle > current_cycle()) sc_core::sc_start(cycles(cycle - current_cycle()));
  }

  MemoryConfig config_;
  GlobalMemory content_{1U << 16};
  Initiator initiator_{"initiator"};
  std::unique_ptr<FixedLatencyMemory> memory_;
  tlm::tlm_response_status status_ = tlm::TLM_INCOMPLETE_RESPONSE;
};

struct Sent {
  std::uint64_t cycle;
  std::uint64_t address;
  tlm::tlm_command command;
  double answered;
};

constexpr auto kRead = tlm::TLM_READ_COMMAND;
constexpr auto kWrite = tlm::TLM_WRITE_COMMAND;

TEST_F(FixedLatency, AnswersOneLineACycle) {
  build(30, 1);
  for (const Sent& s : {Sent{10, kGlobalBase, kRead, 40},
                        {10, kGlobalBase, kWrite, 41},  // one cycle behind
                        {10, kGlobalBase + 64, kRead, 42},
                        {11, kGlobalBase, kRead, 43},
                        {20, kGlobalBase, kRead, 50},  // idle again
                        {20, kCodeBase, kRead, 51},
                        {21, kPrivatePhysicalBase, kWrite, 52},
                        {100, kGlobalBase, kRead, 130}}) {
    go_to(s.cycle);
    EXPECT_EQ(send(s.command, s.address), s.answered) << "sent in cycle " << s.cycle;
    EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
  }
  EXPECT_EQ(memory_->lines(), 8U);
  memory_->reset();
  EXPECT_EQ(memory_->lines(), 0U);
}

TEST_F(FixedLatency, AnswersAsManyLinesACycleAsItsBandwidth) {
  build(7, 3);
  for (const double answered : {9, 9, 9, 10, 10, 10, 11}) {
    go_to(2);
    EXPECT_EQ(send(kRead, kGlobalBase), answered);
  }
  go_to(5);
  EXPECT_EQ(send(kRead, kGlobalBase), 12);
}

TEST_F(FixedLatency, ServesFromTheCycleInWhichARequestArrives) {
  build(10, 1);
  go_to(4);
  EXPECT_EQ(send(kRead, kGlobalBase, sc_core::sc_time(2.5, sc_core::SC_NS)), 4 + 3 + 10);
  EXPECT_EQ(send(kRead, kGlobalBase, cycles(20)), 4 + 20 + 10);
}

TEST_F(FixedLatency, RefusesAddressesThatItDoesNotHave) {
  build(10, 1);
  const std::uint64_t end = std::uint64_t{kGlobalBase} + content_.size();
  send(kRead, end - 64);
  EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
  for (const std::uint64_t address : {end - 60, end, kPrivatePhysicalBase - 64}) {
    send(kRead, address);
    EXPECT_EQ(status_, tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
  }
}

TEST_F(FixedLatency, HonoursByteEnablesAndRefusesWhatItCannotDo) {
  build(10, 1);
  sc_core::sc_time delay = cycles(1);
  Transaction write(kWrite, kGlobalBase, 8);
  write.data = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char enables[] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
  write.payload.set_byte_enable_ptr(enables);
  write.payload.set_byte_enable_length(2);
  initiator_.socket->b_transport(write.payload, delay);
  EXPECT_EQ(delay, cycles(11));
  Transaction read(kRead, kGlobalBase, 8);
  initiator_.socket->b_transport(read.payload, delay);
  EXPECT_THAT(read.data, ElementsAre(1, 0, 3, 0, 5, 0, 7, 0));
  Transaction part(kRead, kGlobalBase, 4);
  part.data = {9, 9, 9, 9};
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
}

TEST_F(FixedLatency, LetsDebuggersInWithoutTime) {
  build(10, 1);
  Transaction write(kWrite, kGlobalBase + 4, 4);
  write.data = {1, 2, 3, 4};
  EXPECT_EQ(initiator_.socket->transport_dbg(write.payload), 4U);
  Transaction read(kRead, kGlobalBase + 4, 4);
  EXPECT_EQ(initiator_.socket->transport_dbg(read.payload), 4U);
  EXPECT_EQ(read.data, write.data);
  Transaction constant(kRead, kCodeBase, 4);
  EXPECT_EQ(initiator_.socket->transport_dbg(constant.payload), 0U);
  Transaction outside(kRead, kGlobalBase + content_.size(), 4);
  EXPECT_EQ(initiator_.socket->transport_dbg(outside.payload), 0U);
  EXPECT_EQ(memory_->lines(), 0U);
}

// ---- The load/store unit.

constexpr unsigned kLoad = 0, kStore = 1, kFence = 2, kAtomic = 3, kBarrier = 4;
const Code kAccesses{encode(Opcode::Lw, {7, 5}), encode(Opcode::Sw, {0, 5, 7}),
                     encode(Opcode::Fence),      encode(Opcode::AmoaddW, {7, 5, 6}),
                     encode(Opcode::Barrier),    encode(Opcode::Exit)};

/// The unit with one thread of 16 lanes whose x5 holds addresses; each issue is in the current
/// cycle.
class LoadStore : public SimulationTest {
 protected:
  LoadStore() : bench_(config_, kAccesses) { buffer_ = bench_.memory().allocate(4096); }

  void build(Style style, std::uint64_t accept = 0, std::uint64_t latency = 20) {
    unit_ = std::make_unique<LoadStoreUnit>("unit", config_, 0, cycles(1), statistics_, wake_);
    target_ = std::make_unique<ForeignMemory>("target", style, accept, latency);
    unit_->memory.bind(checker_.from);
    checker_.to.bind(target_->socket);
    unit_->completed.bind(done_.in);
    driver_.out.bind(unit_->addresses);
    set_addresses(64);
    sc_core::sc_start(cycles(1));
  }
  void TearDown() override { EXPECT_THAT(checker_.broken, ElementsAre()); }

  void set_addresses(std::uint32_t stride, std::uint32_t base = 0) {
    LaneRegisters& registers = bench_.warp().registers();
    for (unsigned lane = 0; lane < 16; ++lane) {
      registers.row(5)[lane] = (base != 0 ? base : buffer_.address) + lane * stride;
    }
  }
  /// Ticks every cycle up to `cycle`, as a core does.
  void run_to(std::uint64_t cycle) {
    while (current_cycle() < cycle) {
      unit_->tick(current_cycle());
      sc_core::sc_start(cycles(1));
    }
  }
  WarpInstruction& issue(unsigned what, unsigned fetch_cycles = 1) {
    WarpInstruction& instruction = bench_.instruction(what);
    instruction.issued = current_cycle();
    instruction.fetch_cycles = fetch_cycles;
    driver_.out.send(instruction);
    return instruction;
  }

  MachineConfig config_;
  ThreadBench bench_;
  Buffer buffer_;
  LaunchStatistics statistics_;
  sc_core::sc_event wake_{"wake"};
  ProtocolChecker checker_{"checker"};
  Probe done_{"done"};
  Driver driver_{"driver"};
  std::unique_ptr<LoadStoreUnit> unit_;
  std::unique_ptr<ForeignMemory> target_;
};

// Issued in 10, addresses there in 12, 16 lines sent in 12 to 27, the last answered 20 later.
TEST_F(LoadStore, SendsALineACycleToALooseTarget) {
  build(Style::Loose);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  EXPECT_EQ(unit_->free_at(), kNever);
  run_to(28);
  ASSERT_EQ(checker_.sent.size(), 16U);
  EXPECT_EQ(checker_.sent.front(), 12U);
  EXPECT_EQ(checker_.sent.back(), 27U);
  EXPECT_EQ(unit_->free_at(), 28U);
  EXPECT_THAT(done_.seen, ElementsAre(&load));
  EXPECT_EQ(load.completes, 47U);
  EXPECT_EQ(statistics_.memory_lines, 16U);
}

// BEGIN_RESP also ends the request, at its annotated time: a line every 20 cycles from 12 on.
TEST_F(LoadStore, TakesAnAnswerThatComesWithTheRequest) {
  build(Style::EarlyAnswer);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(320);
  EXPECT_EQ(checker_.sent.back(), 12U + 15 * 20);
  EXPECT_THAT(done_.seen, ElementsAre(&load));
  EXPECT_EQ(load.completes, 12U + 16 * 20);
  EXPECT_EQ(checker_.completed, 16U);
}

// Answers arrive during cycle 47 and are seen in the next.
TEST_F(LoadStore, TakesAnAnswerThatFollowsAnEarlyEndOfRequest) {
  build(Style::EarlyEnd);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(60);
  EXPECT_EQ(checker_.sent.back(), 27U);
  EXPECT_EQ(load.completes, 48U);
  EXPECT_TRUE(checker_.idle());
}

// A request is accepted 3 cycles later, which is seen in the cycle after: one line every 4 cycles,
// the last in 12 + 15 * 4.
TEST_F(LoadStore, WaitsUntilATargetAcceptsARequest) {
  build(Style::FourPhases, 3, 20);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(120);
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(checker_.sent[i], 12 + 4 * i);
  EXPECT_EQ(load.completes, 72U + 20 + 1);
  EXPECT_EQ(unit_->free_at(), 76U);
  EXPECT_TRUE(checker_.idle());
}

TEST_F(LoadStore, CompletesAStoreWhenItIsSent) {
  build(Style::FourPhases, 1, 50);
  set_addresses(4, buffer_.address + 32);  // two lines
  run_to(10);
  const WarpInstruction& store = issue(kStore);
  run_to(30);
  EXPECT_THAT(checker_.sent, ElementsAre(11, 13));
  EXPECT_EQ(store.completes, 15U);
  EXPECT_THAT(target_->enabled, ElementsAre(32, 32));
  EXPECT_THAT(target_->addresses, ElementsAre(buffer_.address, buffer_.address + 64));
}

TEST_F(LoadStore, KeepsEveryFenceUntilTheStoresAreAnswered) {
  build(Style::FourPhases, 0, 50);
  set_addresses(4);
  run_to(10);
  issue(kStore);
  run_to(14);
  const WarpInstruction& first = issue(kFence);
  run_to(15);
  const WarpInstruction& second = issue(kBarrier);
  run_to(60);
  EXPECT_EQ(done_.seen.size(), 1U) << "only the store";
  run_to(70);
  ASSERT_EQ(done_.seen.size(), 3U);
  EXPECT_EQ(first.completes, 11U + 50 + 1);
  EXPECT_EQ(second.completes, 11U + 50 + 1);
  const WarpInstruction& third = issue(kFence);
  EXPECT_EQ(third.completes, 71U) << "nothing to wait for";
}

TEST_F(LoadStore, SendsAtomicsLaneByLane) {
  build(Style::Loose);
  set_addresses(0);
  LaneRegisters& registers = bench_.warp().registers();
  for (unsigned lane = 0; lane < 16; ++lane) registers.row(6)[lane] = lane + 1;
  run_to(10);
  const WarpInstruction& atomic = issue(kAtomic);
  run_to(40);
  EXPECT_EQ(checker_.sent.size(), 16U);
  EXPECT_EQ(atomic.completes, 26U + 20);
  std::uint32_t sum = 0;
  bench_.memory().read(buffer_, 0, &sum, 4);
  EXPECT_EQ(sum, 136U);
}

TEST_F(LoadStore, AnswersLocalMemoryItself) {
  build(Style::Loose);
  set_addresses(4, kLocalBase);
  run_to(10);
  EXPECT_EQ(issue(kLoad, 2).completes, 12U + 5);
  EXPECT_EQ(unit_->free_at(), 12U);
  run_to(20);
  EXPECT_EQ(issue(kStore).completes, 21U);
  run_to(30);
  EXPECT_EQ(issue(kAtomic).completes, 31U + 15 + 5);  // one lane a cycle
  EXPECT_EQ(unit_->free_at(), 46U);
  EXPECT_EQ(statistics_.local_requests, 18U);
  EXPECT_TRUE(checker_.sent.empty());
}

TEST_F(LoadStore, ReportsAnErrorOfTheTarget) {
  build(Style::Loose);
  target_->status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  run_to(10);
  issue(kLoad);
  try {
    run_to(20);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
    EXPECT_THAT(error.what(), HasSubstr("TLM_ADDRESS_ERROR_RESPONSE"));
  }
}

// A launch is abandoned while a request waits to be accepted: the next one must not send before,
// and late answers and errors mean nothing to it.
TEST_F(LoadStore, HonoursTheProtocolAcrossAbandonedLaunches) {
  build(Style::FourPhases, 15, 30);
  target_->status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  run_to(10);
  issue(kLoad);
  run_to(14);
  unit_->reset();
  target_->status = tlm::TLM_OK_RESPONSE;
  set_addresses(4);
  const WarpInstruction& load = issue(kLoad);
  run_to(100);
  EXPECT_THAT(checker_.sent, ElementsAre(11, 27));
  EXPECT_THAT(done_.seen, ElementsAre(&load));
  EXPECT_EQ(load.completes, 27U + 30 + 1);
  EXPECT_TRUE(checker_.idle());
}

TEST_F(LoadStore, SaysWhatItWaitsFor) {
  build(Style::FourPhases, 1000, 2000);
  run_to(10);
  issue(kStore);
  run_to(20);
  std::ostringstream out;
  unit_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 has sent 1 of 16 lines of sw"));
  EXPECT_THAT(out.str(), HasSubstr("memory does not accept the latest"));
  EXPECT_THAT(out.str(), HasSubstr("thread 0 has 1 unanswered stores"));
}

}  // namespace
}  // namespace lanefold
