// SPDX-License-Identifier: Apache-2.0
// Exact cycles of whole programs on one and more execution units, calculated by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/top/cycle_bench.h"
namespace lanefold {
namespace {

// exit: s 1, queue 3, D 3, S 4, I 6 (5 is odd), four cycles in the FPU, C 6+4+6 = 16.
TEST(PipelineCycles, EmptyKernelTakesTheLengthOfThePipeline) {
  EXPECT_EQ(cycles_of(one_core(), {kExit}), 16U);
  EXPECT_EQ(cycles_of(one_core(8), {kExit}), 14U);   // SIMD8: two cycles
  EXPECT_EQ(cycles_of(one_core(4), {kExit}), 13U);   // one
  EXPECT_EQ(cycles_of(one_core(32), {kExit}), 20U);  // eight
}

// add n: I 6 + 4n, because SIMD16 occupies the FPU for 4 cycles; the exit needs the last result:
// C 16 + 4n = S of exit, I two later, C 12 later than S.
TEST(PipelineCycles, IndependentAddsReachOneInFourCycles) {
  for (unsigned n = 1; n <= 20; ++n) {
    Code code;
    for (unsigned i = 0; i < n; ++i) code.push_back(add(1 + i, 0, 0));
    code.push_back(kExit);
    EXPECT_EQ(cycles_of(one_core(), code), 16 + 4 * (n - 1) + 12) << n << " adds";
  }
}

// Each add is I to next I: 4 in the pipe + 6 latency = C, S in the same cycle, I one later, 11,
// which the issue period makes 12. SIMD8: 2 + 6 + 1 = 9, so 10.
TEST(PipelineCycles, DependentAddsWaitForOccupancyLatencyAndArbitration) {
  for (unsigned n = 1; n <= 20; ++n) {
    Code code(n, add(5, 5, 5));
    code.push_back(kExit);
    EXPECT_EQ(cycles_of(one_core(), code), 6 + 12 * n + 10) << n << " adds";
    EXPECT_EQ(cycles_of(one_core(8), code), 6 + 10 * n + 8) << n << " adds";
    MachineConfig every_cycle = one_core();
    every_cycle.core.issue.period = 1;  // I 5, distance 11
    EXPECT_EQ(cycles_of(every_cycle, code), 5 + 11 * n + 10) << n << " adds";
  }
}

// Either pipe takes a fadd: FPU 6, EM 8, FPU 10, EM 12, …: one pass of the arbiter issues one
// instruction of a thread, and in the next one the other pipe starts sooner.
TEST(PipelineCycles, FloatAddsUseBothPipes) {
  for (unsigned n = 1; n <= 20; ++n) {
    Code code;
    for (unsigned i = 0; i < n; ++i) code.push_back(fadd(i, 30, 31));
    code.push_back(kExit);
    const LaunchStatistics statistics = run_program(one_core(), code, range_1d(16, 16));
    EXPECT_EQ(statistics.cycles, 16 + 2 * (n - 1) + 12) << n << " adds";
    EXPECT_EQ(statistics.em_instructions, n / 2);
    EXPECT_EQ(statistics.fpu_instructions, (n + 1) / 2 + 1);
  }
}

// fdiv: I 6, C 6+4+10 = 20; exit S 20, I 22, C 32. With an interval of 2: eight cycles in the pipe,
// C 24, exit I 26, C 36.
TEST(PipelineCycles, ExtendedMathHasALatencyAndAnIntervalOfItsOwn) {
  const Code code{encode(Opcode::FdivS, {1, 2, 3}), kExit};
  EXPECT_EQ(cycles_of(one_core(), code), 32U);
  MachineConfig slow = one_core();
  slow.core.pipes.em_interval = 2;
  EXPECT_EQ(cycles_of(slow, code), 36U);
}

// fadd.d: eight cycles in the pipe: I 6, C 20; S 20, I 22, C 36; exit S 36, I 38, C 48.
TEST(PipelineCycles, DoublesTakeTwiceAsLong) {
  const Code code(2, encode(Opcode::FaddD, {1, 1, 1}));
  EXPECT_EQ(cycles_of(one_core(), {code[0], code[1], kExit}), 48U);
}

// warp  instruction  D   S   I   C
//  0    add 1        3   4   6   16
//  1    add 1        4   5   10  20   (the FPU is busy from 6 to 9)
//  0    add 2        4   6   14  24   (rotating: warp 1 was first)
//  1    add 2        5   10  18  28
//  0    exit         6   24  26  36
//  1    exit         10  28  30  40
TEST(PipelineCycles, TwoWarpsShareThePipeInTurn) {
  EXPECT_EQ(cycles_of(one_core(), {add(5, 0, 0), add(6, 0, 0), kExit}, 2), 40U);
}

// branch: D 3, S 4, I 6, C 16. Not taken: exit is queued, D 16, S 17, I 18, C 28. Taken: fetch in
// 16, D 18, S 19, I 20, C 30: the fetch latency later.
TEST(PipelineCycles, OnlyTakenBranchesPayForTheFetch) {
  EXPECT_EQ(cycles_of(one_core(), {branch(Opcode::Bne, 0, 0, 8), kExit, kExit}), 28U);
  EXPECT_EQ(cycles_of(one_core(), {branch(Opcode::Beq, 0, 0, 8), kExit, kExit}), 30U);
  MachineConfig slow = one_core();
  slow.core.fetch.latency = 8;  // all stages 6 later at the start, and 6 more for the taken branch
  EXPECT_EQ(cycles_of(slow, {branch(Opcode::Bne, 0, 0, 8), kExit, kExit}), 28U + 6);
  EXPECT_EQ(cycles_of(slow, {branch(Opcode::Beq, 0, 0, 8), kExit, kExit}), 30U + 12);
}

/// A core whose stages have no latches, whose ALUs are as wide as the warp, and whose results are
/// there a cycle after issue.
MachineConfig core_of_cpi_one() {
  MachineConfig config = one_core();
  config.core.stage_latches = false;
  config.core.alu_width = 16;
  config.core.issue.width = config.core.issue.period = 1;
  config.core.pipes.queue = config.core.fetch.latency = 0;
  config.core.pipes.fpu_latency = config.core.pipes.em_latency = 0;
  return config;
}

// The warp starts in cycle 1 and its first instruction issues in it; the exit ends a cycle later.
TEST(PipelineCycles, OneWarpHasACpiOfOneWithoutStageLatches) {
  for (unsigned n = 0; n <= 20; ++n) {
    Code dependent(n, add(5, 5, 5));
    dependent.push_back(kExit);
    EXPECT_EQ(cycles_of(core_of_cpi_one(), dependent), 1 + n + 1) << n << " dependent adds";
    Code divides(n, encode(Opcode::Div, {5, 5, 6}));
    divides.push_back(kExit);
    EXPECT_EQ(cycles_of(core_of_cpi_one(), divides), 1 + n + 1) << n << " dependent divisions";
    const Code loop{addi(5, 0, static_cast<int>(n + 1)), addi(5, 5, -1),
                    branch(Opcode::Bne, 5, 0, -4), jump(4), kExit};
    EXPECT_EQ(cycles_of(core_of_cpi_one(), loop), 1 + 3 + 2 * (n + 1)) << n << " taken branches";
  }
}

// An instruction issues no sooner than D plus the latency of compaction. With two cycles, D to I of
// the exit, nothing changes. 3: branch I 6, C 16; exit D 16, I 20. 4: branch I 8, C 18; exit D 18,
// I 22. Without compaction there is nothing to wait for.
TEST(PipelineCycles, DependenceCheckAndArbitrationHideTwoCyclesOfCompactionControl) {
  const Code code{branch(Opcode::Bne, 0, 0, 8), kExit, kExit};
  MachineConfig config = one_core();
  const unsigned expected[] = {28, 28, 28, 30, 32};
  for (unsigned latency = 0; latency < 5; ++latency) {
    config.core.compaction_latency = latency;
    EXPECT_EQ(cycles_of(config, code), expected[latency]) << latency;
  }
  config.core.compaction = CompactionPolicy::None;
  EXPECT_EQ(cycles_of(config, code), 28U);
}

// Without stage latches every cycle shows. The first of two instructions is decoded in t and waits
// in the arbiter until t+1, in which the second is decoded; that passes the scoreboard and issues
// in t+2, and with t+3 it begins anew. A turn of the loop takes three cycles instead of two: a
// taken branch ends the row.
TEST(PipelineCycles, CompactionControlTakesACycleForTwoInstructionsWithoutStageLatches) {
  MachineConfig config = core_of_cpi_one();
  config.core.compaction_latency = 1;
  for (unsigned n = 0; n <= 20; ++n) {
    Code dependent(n, add(5, 5, 5));
    dependent.push_back(kExit);
    EXPECT_EQ(cycles_of(config, dependent), 1 + n + 1 + 1 + n / 2) << n << " dependent adds";
    const Code loop{addi(5, 0, static_cast<int>(n + 1)), addi(5, 5, -1),
                    branch(Opcode::Bne, 5, 0, -4), jump(4), kExit};
    EXPECT_EQ(cycles_of(config, loop), 1 + 5 + 3 * (n + 1)) << n << " taken branches";
  }
}

// SIMD4, issue every cycle, fetch latency 5. nop: D 6, S 7, I 8; exit: D 7, S 8, I 9, C 9+1+6 = 16.
// A jump redirects when it is decoded: D 6, its target D 11, S 12, I 13, C 20.
TEST(PipelineCycles, JumpsRedirectAtDecode) {
  MachineConfig config = one_core(4);
  config.core.issue.period = 1;
  config.core.fetch.latency = 5;
  EXPECT_EQ(cycles_of(config, {addi(0, 0, 0), kExit}), 16U);
  EXPECT_EQ(cycles_of(config, {jump(8), kExit, kExit}), 20U);
  EXPECT_EQ(cycles_of(config, {jump(4), kExit}), 16U);  // to where the queue goes on anyway
}

//  #  instruction           lanes  D   S   I         C          full SIMD16; c cycles in a path
//  0  csrr  x5, local id    all    3   4   6         16
//  1  andi  x5, x5, bit     all    4   16  18        28
//  2  beq   x5, x0, #5      all    16  28  30        40         resolves: both ways
//  3  addi  x6, x0, 1       then   40  41  42        48+c       the fall-through path goes first
//  4  j     #6              then   41  42  42+c*     -          *a multiple of 2
//  5  addi  x7, x0, 2       else   42  =I4 I4+c      I5+c+6     where the queue goes on
//  6  exit                  all    =S5 =C5 C5+2      C5+12
// c = 4: I4 46, I5 50, C5 60, ends in 72. c = 2: I4 44, I5 46, C5 54, ends in 66.
TEST(PipelineCycles, CompactionShortensThePathsOfABranch) {
  const auto program = [](int bit) {
    return Code{local_id(5),
                encode(Opcode::Andi, {5, 5, 0, 0, bit}),
                branch(Opcode::Beq, 5, 0, 12),
                addi(6, 0, 1),
                jump(8),
                addi(7, 0, 2),
                kExit};
  };
  struct Case {
    int bit;  // of the lane number: 8 gives the mask 0xff00, 4 gives 0xf0f0, 1 gives 0xaaaa
    CompactionPolicy policy;
    std::uint64_t cycles;
  };
  for (const Case& c : {Case{4, CompactionPolicy::None, 72},
                        {4, CompactionPolicy::Ivb, 72},
                        {4, CompactionPolicy::Bcc, 66},
                        {4, CompactionPolicy::Scc, 66},
                        {8, CompactionPolicy::None, 72},
                        {8, CompactionPolicy::Ivb, 66},
                        {8, CompactionPolicy::Bcc, 66},
                        {8, CompactionPolicy::Scc, 66},
                        {1, CompactionPolicy::None, 72},
                        {1, CompactionPolicy::Ivb, 72},
                        {1, CompactionPolicy::Bcc, 72},
                        {1, CompactionPolicy::Scc, 66}}) {
    for (const IssueOrder arbiter : all_of<IssueOrder>()) {
      MachineConfig config = one_core();
      config.core.compaction = c.policy;
      config.core.arbiter = arbiter;
      const LaunchStatistics statistics = run_program(config, program(c.bit), range_1d(16, 16));
      EXPECT_EQ(statistics.cycles, c.cycles) << c.policy << ", bit " << c.bit;
      EXPECT_EQ(statistics.divergent_branches, 1U);
      EXPECT_EQ(statistics.warp_instructions, 7U);
      EXPECT_EQ(statistics.swizzled_lanes > 0, c.bit == 1 && c.policy == CompactionPolicy::Scc);
    }
  }
}

// warp  instruction  D   S   I   C
//  0    barrier      3   4   6   7
//  1    barrier      4   5   8   9    (one send instruction a pass); both go on in 10
//  0    exit         10  11  12  22   (warp 1 issued last)
//  1    exit         10  11  16  26
TEST(PipelineCycles, BarriersReleaseInTheCycleAfterTheLastArrival) {
  EXPECT_EQ(cycles_of(one_core(), {encode(Opcode::Barrier), kExit}, 2), 26U);
}

// The warps of a group start in 1, 2, 3, 4, on cores 0, 1, 0, 1:
// warp  core  s  D  S  I   C
//  0    0     1  3  4  6   16
//  1    1     2  4  5  6   16
//  2    0     3  5  6  10  20   (ready for 8, but the FPU is busy)
//  3    1     4  6  7  10  20
TEST(PipelineCycles, WarpsGoToTheCoresWithTheMostFreeThreads) {
  MachineConfig config = one_core();
  config.cores = 2;
  EXPECT_EQ(cycles_of(config, {kExit}, 4), 20U);
}

// One thread: the second group starts in the cycle after the first has ended in 16: s 17, D 19, S
// 20, I 22, C 32. A third one likewise: s 33, C 48.
TEST(PipelineCycles, GroupsFollowOneAnotherOnTheSameThread) {
  MachineConfig config = one_core();
  config.core.warps = 1;
  EXPECT_EQ(run_program(config, {kExit}, range_1d(32, 16)).cycles, 32U);
  EXPECT_EQ(run_program(config, {kExit}, range_1d(48, 16)).cycles, 48U);
}

// Local memory for one group at a time, though there are threads for six: as if there were one
// thread.
TEST(PipelineCycles, GroupsWaitForLocalMemory) {
  MachineConfig config = one_core();
  config.local_memory.bytes = 1024;
  EXPECT_EQ(run_program(config, {kExit}, range_1d(32, 16), 1024).cycles, 32U);
  EXPECT_EQ(run_program(config, {kExit}, range_1d(32, 16), 513).cycles, 32U);
  // Both at once: the second exit has the FPU in 10.
  EXPECT_EQ(run_program(config, {kExit}, range_1d(32, 16), 512).cycles, 20U);
}

// The ledger of an empty SIMD16 kernel, 16 cycles x 2 pipes x 4 lanes. Cycle 0: no warp. 1 to 3:
// the front end. The exit passes the scoreboard in 4, and until 6 the arbiter's period holds it
// back (FPU), or it is for the other pipe (EM). It computes from 6 to 9. Then the front end waits
// for it.
TEST(PipelineLedger, ChargesEverySlotOfAnEmptyKernel) {
  const LaunchStatistics s = run_program(one_core(), {kExit}, range_1d(16, 16));
  EXPECT_EQ(s.ledger[SlotCause::NoWarp], 1U * 8);
  EXPECT_EQ(s.ledger[SlotCause::Useful], 4U * 4);
  EXPECT_EQ(s.ledger[SlotCause::IssueConflict], 2U * 4);
  EXPECT_EQ(s.ledger[SlotCause::OtherPipe], 2U * 4);
  EXPECT_EQ(s.ledger[SlotCause::FrontEnd], 3U * 8 + 6 * 4 + 10 * 4);
  EXPECT_EQ(s.ledger.total(), 16U * 8);
  EXPECT_THAT(s.issued_per_pass, ::testing::ElementsAre(7, 1, 0, 0));
}

// The load of the program above: it waits at the scoreboard for lui until 16 (operands), then for
// the load/store unit until 18, and add for lw until 50 (memory).
TEST(PipelineLedger, TellsLoadsFromResults) {
  const Code code{lui(5, kGlobalBase), lw(6, 5), add(7, 6, 6), kExit};
  const LaunchStatistics s = run_program(one_core(), code, range_1d(16, 16));
  EXPECT_EQ(s.cycles, 74U);
  EXPECT_EQ(s.ledger[SlotCause::Useful], 3U * 16);
  EXPECT_EQ(s.ledger[SlotCause::MemoryWait], (50U - 16) * 8);
  EXPECT_EQ(s.ledger.total(), 74U * 8);
}

}  // namespace
}  // namespace lanefold
