// SPDX-License-Identifier: Apache-2.0
// Exact cycles of programs that load and store, on memories of our own and of others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "blocks/load_store/local_memory.h"
#include "decisions/execute/launched_work_groups.h"
#include "machine/top/core.h"
#include "machine/top/thread_dispatcher.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/pipeline_memory.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {
namespace {

// lui: I 6, C 16; lw: S 16, I 18, addresses fetched in 2 cycles, line sent in 20, answered in 50;
// add: S 50, I 52, C 62; exit: S 62, I 64, C 74. Local memory answers in 20 + 5 = 25: add S 25, I
// 26, C 36, exit I 38, C 48. Constants of the program come like global memory.
TEST(PipelineCycles, LoadsTakeTheLatencyOfTheirMemory) {
  const auto load_from = [](std::uint32_t address) {
    return Code{lui(5, address), lw(6, 5), add(7, 6, 6), kExit};
  };
  EXPECT_EQ(cycles_of(one_core(), load_from(kGlobalBase)), 74U);
  EXPECT_EQ(cycles_of(one_core(), load_from(kCodeBase)), 74U);
  EXPECT_EQ(cycles_of(one_core(), load_from(kLocalBase), 1, 64), 48U);
  MachineConfig far = one_core();
  far.dram.latency = 101;
  EXPECT_EQ(cycles_of(far, load_from(kGlobalBase)),
            144U);  // answered in 121: add I 122, exit I 134
}

// lui: C 16; sw: S 16, I 18, line sent in 20, C 21; exit does not wait for it: S 18, I 20, C 30.
// The launch ends with the answer to the store, in 20 + latency.
TEST(PipelineCycles, ThreadsDoNotWaitForStoresButLaunchesDo) {
  MachineConfig config = one_core();
  EXPECT_EQ(cycles_of(config, {lui(5, kGlobalBase), sw(0, 5), kExit}), 50U);
  config.dram.latency = 2;
  EXPECT_EQ(cycles_of(config, {lui(5, kGlobalBase), sw(0, 5), kExit}), 30U);
}

//  lui x5: I 6, C 16; csrr x6: I 10, C 20; slli x6, 6: S 20, I 22, C 32; add x5: S 32, I 34, C 44;
//  access: S 44, I 46, 16 lines sent in 48 to 63. All are answered in 93;
//  exit S 93, I 94, C 104.
Code sixteen_lines(std::uint32_t access) {
  return {lui(5, kGlobalBase), local_id(6), encode(Opcode::Slli, {6, 6, 0, 0, 6}),
          add(5, 5, 6),        access,      kExit};
}

TEST(PipelineCycles, LineRequestsGoOutOneACycle) {
  EXPECT_EQ(cycles_of(one_core(), sixteen_lines(sw(0, 5))), 93U);
  EXPECT_EQ(cycles_of(one_core(), sixteen_lines(lw(7, 5))), 104U);
}

// With four lines on their way at the most: sent in 48 to 51, 78 to 81, 108 to 111 and 138 to 141,
// the last answered in 171; exit S 171, I 172, C 182.
TEST(PipelineCycles, OutstandingLinesAreLimited) {
  MachineConfig config = one_core();
  config.memory.outstanding_lines = 4;
  EXPECT_EQ(cycles_of(config, sixteen_lines(lw(7, 5))), 182U);
  EXPECT_EQ(cycles_of(config, sixteen_lines(sw(0, 5))), 171U);
}

// A fence waits for the answers to stores: store sent in 20, answered in 50. fence: S 18, I 22 (the
// load/store unit is free in 21), C 50; exit: S 50, I 52, C 62. A second store waits for the fence:
// S 50, I 52, sent in 54, answered in 84; the exit is earlier: S 52, I 54, C 64.
TEST(PipelineCycles, FencesWaitForTheAnswersToStores) {
  const std::uint32_t fence = encode(Opcode::Fence);
  EXPECT_EQ(cycles_of(one_core(), {lui(5, kGlobalBase), sw(0, 5), fence, kExit}), 62U);
  EXPECT_EQ(cycles_of(one_core(), {lui(5, kGlobalBase), sw(0, 5), fence, sw(0, 5), kExit}), 84U);
}

// The same with a barrier in place of the fence. The only thread waits for the load/store unit in
// 16 and 17 (store) and from 18 to 21 (barrier), and for the answer to the store from 22 to 49.
TEST(PipelineLedger, ChargesABarrierThatWaitsForStoresToMemory) {
  const LaunchStatistics s =
      run_program(one_core(), {lui(5, kGlobalBase), sw(0, 5), encode(Opcode::Barrier), kExit},
                  range_1d(16, 16));
  EXPECT_EQ(s.ledger[SlotCause::MemoryWait], (2U + 4 + 28) * 8);
}

// Two cores, both as above, want 32 lines from cycle 48 on; at one a cycle the last is served in 79
// and answered in 109: exit S 109, I 110, C 120. At two lines a cycle neither disturbs the other.
TEST(PipelineCycles, CoresShareTheBandwidthOfMemory) {
  MachineConfig config = one_core();
  config.cores = 2;
  EXPECT_EQ(cycles_of(config, sixteen_lines(lw(7, 5)), 2), 120U);
  config.dram.bandwidth_mb_s *= 2;
  EXPECT_EQ(cycles_of(config, sixteen_lines(lw(7, 5)), 2), 104U);
}

/// For a core whose levels of memory count nothing.
class NoTraffic : public OffChipTraffic {
 public:
  std::uint64_t off_chip_bytes() const override { return 0; }
};

/// For a machine without private caches.
class NoMemoryBarrier : public MemoryBarrier {
 public:
  void synchronise(const std::vector<unsigned>& /*cores*/,
                   const std::function<void()>& done) override {
    done();
  }
};

// One core on a foreign memory: the program has four warps store, fence and load 16
// lines each.
class ForeignMachine : public SimulationTest, public ::testing::WithParamInterface<Style> {};

TEST_P(ForeignMachine, RunsOnAnyTargetOfTheStandard) {
  MachineConfig config = one_core();
  config.instruction_cache.perfect = false;
  Code code = sixteen_lines(sw(6, 5));
  code.insert(code.end() - 1, {encode(Opcode::Fence), lw(7, 5), add(8, 7, 7), sw(8, 5)});
  ThreadBench bench(config, code, 4);
  const Buffer buffer = bench.memory().allocate(64 * 64);
  Reservations reservations;
  BlockFactory model;
  Core core("core", config, 0, domain(), model);
  ThreadDispatcher dispatcher("dispatcher", config, domain().clock(), {&core.threads()});
  LaunchedWorkGroups groups(bench.launch(), bench.memory(), reservations);
  ProtocolChecker checker("checker");
  ForeignMemory memory("memory", GetParam(), 3, 40);
  BaseProtocolChecker fetch_checker("fetch_checker");
  ForeignMemory instruction_memory("instruction_memory", GetParam(), 1, 9);
  LocalMemory local_memory("local_memory", config.local_memory, 1);
  NoTraffic traffic;
  NoMemoryBarrier memory_barrier;
  core.traffic(traffic);
  core.work(dispatcher.work(0));
  dispatcher.memory_barrier(memory_barrier);
  core.bind(dispatcher.command[0], dispatcher.retired[0], local_memory.requests[0], model);
  core.memory.bind(checker.from);
  core.instructions.bind(fetch_checker.from);
  fetch_checker.to.bind(instruction_memory.socket);
  checker.to.bind(memory.socket);
  sc_core::sc_start(cycles(10));

  core.begin(10);
  dispatcher.start(groups);
  sc_core::sc_start(cycles(100'000), sc_core::SC_EXIT_ON_STARVATION);
  EXPECT_EQ(core.failure(), nullptr);
  EXPECT_TRUE(dispatcher.finished());
  EXPECT_THAT(checker.broken, ::testing::ElementsAre());
  EXPECT_TRUE(checker.idle());
  EXPECT_EQ(fetch_checker.violation(), "");
  EXPECT_TRUE(fetch_checker.idle());
  EXPECT_GT(fetch_checker.completed(), 0U);
  EXPECT_EQ(checker.completed, 4U * 48);
  // The answers to the last stores come after the last write-back and count no more.
  const std::uint64_t end = core.last_completion();
  EXPECT_EQ(core.finish(end).ledger.total(), (end - 10) * 8);
  std::uint32_t word = 0;
  bench.memory().read(buffer, 63 * 64, &word, sizeof word);
  EXPECT_EQ(word, 2U * 63 * 64);
}

INSTANTIATE_TEST_SUITE_P(All, ForeignMachine,
                         ::testing::Values(Style::Loose, Style::EarlyAnswer, Style::EarlyEnd,
                                           Style::FourPhases, Style::ExtendedPhase));

}  // namespace
}  // namespace lanefold
