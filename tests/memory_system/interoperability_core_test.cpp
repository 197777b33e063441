// SPDX-License-Identifier: Apache-2.0
// Foreign memories, written against the TLM-2.0 standard only, behind a load/store unit.
#include <gtest/gtest.h>

#include "blocks/cache/cache.h"
#include "blocks/load_store/load_store_unit.h"
#include "decisions/execute/warp.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/at_initiator.h"
#include "tests/support/foreign_memories.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kMemoryEnd = std::uint64_t{1} << 40;

constexpr unsigned kLoad = 0, kStore = 1, kFence = 2;
const Code kAccesses{encode(Opcode::Lw, {7, 5}), encode(Opcode::Sw, {0, 5, 7}),
                     encode(Opcode::Fence), encode(Opcode::Exit)};

/// One thread of 16 lanes, 64 bytes apart, whose load/store unit is bound to any target.
class ForeignBehindLoadStoreUnit : public SimulationTest {
 protected:
  ForeignBehindLoadStoreUnit() : bench_(config_, kAccesses) {
    buffer_ = bench_.memory().allocate(4096);
    LaneRegisters& registers = bench_.warp().registers();
    for (unsigned lane = 0; lane < 16; ++lane) {
      registers.row(5)[lane] = buffer_.address + lane * 64;
      registers.row(7)[lane] = 100 + lane;
    }
    unit_.completed.bind(done_.in);
    unit_.local.bind(no_local_memory_.in);
    driver_.out.bind(unit_.addresses);
    unit_.memory.bind(checker_.from);
  }
  void TearDown() override {
    EXPECT_EQ(checker_.violation(), "");
    EXPECT_TRUE(checker_.idle());
    EXPECT_TRUE(no_local_memory_.seen.empty());
  }
  void run_to(std::uint64_t cycle) {
    while (current_cycle() < cycle) {
      unit_.tick(current_cycle());
      sc_core::sc_start(cycles(1));
    }
  }
  WarpInstruction& issue(unsigned what) {
    WarpInstruction& instruction = bench_.instruction(what);
    instruction.issued = current_cycle();
    instruction.fetch_cycles = 1;
    driver_.out.send(instruction);
    return instruction;
  }
  /// Stores in 10, is answered by 400, loads in 500; returns the cycles that the load takes.
  std::uint64_t store_and_load() {
    run_to(10);
    issue(kStore);
    run_to(400);
    const WarpInstruction& fence = issue(kFence);
    run_to(500);
    const WarpInstruction& load = issue(kLoad);
    run_to(900);
    EXPECT_EQ(done_.seen.size(), 3U);
    EXPECT_EQ(fence.completes, 401U) << "stores are answered";
    return load.completes - 500;
  }
  /// Debuggers see the stores from here.
  void expect_stored() {
    for (unsigned lane = 0; lane < 16; ++lane) {
      Transaction read(kRead, buffer_.address + lane * 64, 4);
      EXPECT_EQ(unit_.memory->transport_dbg(read.payload), 4U);
      EXPECT_EQ(read.word(0), 100 + lane);
    }
  }

  MachineConfig config_;
  ThreadBench bench_;
  Buffer buffer_;
  LaunchStatistics statistics_;
  Alarm wake_{domain(), [] {}};
  LoadStoreWires wires_;
  PipeWires pipes_;
  Probe done_{"done"};
  Probe no_local_memory_{"no_local_memory"};
  Driver driver_{"driver"};
  LoadStoreUnit unit_{"unit", config_, 0, domain().clock(), statistics_, wake_, wires_, pipes_};
  BaseProtocolChecker checker_{"checker"};
};

// 16 lines from the cycle after issue on, each accepted 3 cycles later, which is seen in the cycle
// after. The last is answered 3 + 20 cycles later, and that is seen a cycle later.
TEST_F(ForeignBehindLoadStoreUnit, MayBeAtWithFourPhases) {
  foreign::AtMemory memory("memory", kMemoryEnd, cycles(3), cycles(20));
  checker_.to.bind(memory.socket);
  EXPECT_EQ(store_and_load(), 1U + 15 * 4 + 3 + 20 + 1);
  expect_stored();
}

// The standard's convenience socket ends a request with its response: one every 20 cycles, seen in
// the cycle after.
TEST_F(ForeignBehindLoadStoreUnit, MayBeLtWithBlockingTransportOnly) {
  foreign::LtMemory memory("memory", kMemoryEnd, cycles(20));
  checker_.to.bind(memory.socket);
  EXPECT_EQ(store_and_load(), 1U + 16 * 21);
  expect_stored();
}

// The load hits: sent a line a cycle, each there 3 cycles later.
TEST_F(ForeignBehindLoadStoreUnit, MayBeBehindACacheToo) {
  CacheConfig config;
  config.bytes = 4096;
  config.ways = 2;
  config.latency = 3;
  Cache cache("cache", config, "l1", config_.memory.line_bytes, domain(), CacheRole::Shared);
  BaseProtocolChecker below("below");
  foreign::AtMemory memory("memory", kMemoryEnd, cycles(1), cycles(6));
  checker_.to.bind(cache.up);
  cache.down.bind(below.from);
  below.to.bind(memory.socket);
  EXPECT_EQ(store_and_load(), 1U + 15 + 3);
  EXPECT_EQ(memory.accesses, 16U) << "lines that the stores fetched";
  expect_stored();
  EXPECT_EQ(below.violation(), "");
  EXPECT_TRUE(below.idle());
}

}  // namespace
}  // namespace lanefold
