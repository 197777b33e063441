// SPDX-License-Identifier: Apache-2.0
// From issue to the results: compaction control, register banks, crossbar, ALU pipes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "decisions/execute/warp.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/datapath/datapath_bench.h"

namespace lanefold {
namespace {

using Datapath = DatapathBench;

// A quad a cycle: 4 cycles for SIMD16, twice that for 64 bits, 2 for SIMD8; then the latency, 6
// or 10.
TEST_F(Datapath, OccupiesAPipeForAQuadACycle) {
  build(CompactionPolicy::None);
  EXPECT_EQ(issue(kAdd, 0xffff, 100).completes, 100U + 4 + 6);
  EXPECT_EQ(wires_.pipes.fpu.free_at, 104U);
  EXPECT_EQ(issue(kDouble, 0xffff, 200).completes, 200U + 8 + 6);
  EXPECT_EQ(wires_.pipes.em.free_at, 208U) << "the bench gives EM what either pipe can do";
  EXPECT_EQ(issue(kDivide, 0xffff, 300).completes, 300U + 4 + 10);
  EXPECT_EQ(issue(kAdd, 0x0001, 400).completes, 400U + 4 + 6) << "nothing is skipped";
  EXPECT_EQ(wires_.pipes.fpu.free_at, 404U);
}

TEST_F(Datapath, TakesTwoCyclesForEightLanes) {
  build(CompactionPolicy::None, DatapathFidelity::Exact, RegisterFileKind::Auto, 8);
  EXPECT_EQ(issue(kAdd, 0xff, 100).completes, 100U + 2 + 6);
  EXPECT_EQ(issue(kDouble, 0xff, 100).completes, 100U + 4 + 6);
}

// Lanes 4 to 11 are the slice, two quads of words and four of doubles.
TEST_F(Datapath, LeavesOutQuadsOfOtherSlices) {
  config_.core.slice_quads = SliceQuads::Slice;
  build(CompactionPolicy::Ivb);
  bench_->slice().assign(0, LaneMask(0x0ff0), true);
  EXPECT_EQ(issue(kAdd, 0x0ff0, 100).cycles, 2U);
  EXPECT_EQ(issue(kDouble, 0x0ff0, 100).cycles, 4U);
  const WarpInstruction& lower = issue(kAdd, 0x0030, 100);
  EXPECT_EQ(lower.cycles, 1U) << "the upper half of the warp is off";
  EXPECT_EQ(lower.issued_lanes, LaneMask(0x00f0));
  EXPECT_EQ(lower.schedule.cycles(), 1U);
  EXPECT_EQ(issue(kAdd, 0x0810, 100).cycles, 2U);
}

TEST_F(Datapath, TakesEveryQuadOfExtendedMathForItsInterval) {
  config_.core.pipes.em_interval = 3;
  build(CompactionPolicy::None);
  EXPECT_EQ(issue(kDivide, 0xffff, 100).completes, 100U + 12 + 10);
  EXPECT_EQ(wires_.pipes.em.free_at, 112U);
  EXPECT_EQ(statistics_.ledger[SlotCause::Useful], 48U);
  EXPECT_EQ(issue(kFused, 0xffff, 200).completes, 200U + 4 + 6) << "no extended math";
}

struct Compacted {
  CompactionPolicy policy;
  std::uint64_t mask;
  unsigned cycles;
  unsigned swizzled;
};
void PrintTo(const Compacted& c, std::ostream* out) { *out << c.policy << " of " << c.mask; }

class Compaction : public Datapath, public ::testing::WithParamInterface<Compacted> {};

TEST_P(Compaction, SavesCyclesAndSwizzlesLanes) {
  build(GetParam().policy);
  const WarpInstruction& instruction = issue(kAdd, GetParam().mask, 100);
  EXPECT_EQ(instruction.cycles, GetParam().cycles);
  EXPECT_EQ(instruction.schedule.cycles(), GetParam().cycles);
  EXPECT_EQ(instruction.completes, 100 + GetParam().cycles + 6);
  EXPECT_EQ(statistics_.swizzled_lanes, GetParam().swizzled);
  EXPECT_EQ(statistics_.ledger[SlotCause::Useful], instruction.active.count());
  EXPECT_EQ(statistics_.ledger.total(), GetParam().cycles * 4);
  issue(kLoad, GetParam().mask, 200);
  EXPECT_EQ(statistics_.swizzled_lanes, GetParam().swizzled) << "addresses are not swizzled";
  EXPECT_EQ(addresses_.seen.size(), 1U);
}

// 0xf0f0: two whole quads. 0x1111: one lane a quad at position 0; one cycle takes all four if three
// of them are swizzled. 0xaaaa: four lanes at position 1 and four at 3, in two cycles: half of them
// are swizzled.
INSTANTIATE_TEST_SUITE_P(All, Compaction,
                         ::testing::Values(Compacted{CompactionPolicy::None, 0xf0f0, 4, 0},
                                           Compacted{CompactionPolicy::Ivb, 0xf0f0, 4, 0},
                                           Compacted{CompactionPolicy::Bcc, 0xf0f0, 2, 0},
                                           Compacted{CompactionPolicy::Scc, 0xf0f0, 2, 0},
                                           Compacted{CompactionPolicy::Ivb, 0xff00, 2, 0},
                                           Compacted{CompactionPolicy::Bcc, 0x1111, 4, 0},
                                           Compacted{CompactionPolicy::Scc, 0x1111, 1, 3},
                                           Compacted{CompactionPolicy::Scc, 0xaaaa, 2, 4},
                                           Compacted{CompactionPolicy::SccFifo, 0xaaaa, 2, 4}));

struct Access {
  RegisterFileKind file;
  unsigned what;
  std::uint64_t mask;
  unsigned reads, bits, cycles;
};
void PrintTo(const Access& a, std::ostream* out) { *out << a.file << ", instruction " << a.what; }

class Banks : public Datapath, public ::testing::WithParamInterface<Access> {};

TEST_P(Banks, CostAccessesAndCycles) {
  const Access& expected = GetParam();
  build(CompactionPolicy::Bcc, DatapathFidelity::Fast, expected.file);
  const WarpInstruction& instruction = issue(expected.what, expected.mask, 100);
  EXPECT_EQ(statistics_.register_reads, expected.reads);
  EXPECT_EQ(statistics_.register_bits, expected.bits);
  EXPECT_EQ(instruction.fetch_cycles, expected.cycles);
  EXPECT_EQ(statistics_.register_writes, 0U);
}

// BCC issues whole active quads. Rows of 256 bits (baseline), of two halves that are read
// apart but in one cycle (bcc), of 512 bits (scc); words of 32
// bits in eight banks (interwarp), where lanes 0 and 8 share a bank. Addresses pass to the
// load/store unit 256 bits a cycle, whatever the file.
INSTANTIATE_TEST_SUITE_P(
    All, Banks,
    ::testing::Values(Access{RegisterFileKind::Baseline, kAdd, 0xffff, 2 * 2, 4 * 256, 2},
                      Access{RegisterFileKind::Baseline, kAdd, 0x000f, 2 * 1, 2 * 256, 1},
                      Access{RegisterFileKind::Bcc, kAdd, 0xffff, 2 * 4, 8 * 128, 2},
                      Access{RegisterFileKind::Bcc, kAdd, 0xf0f0, 2 * 2, 4 * 128, 2},
                      Access{RegisterFileKind::Scc, kAdd, 0xffff, 2 * 1, 2 * 512, 1},
                      Access{RegisterFileKind::Scc, kFused, 0x0001, 3 * 1, 3 * 512, 1},
                      Access{RegisterFileKind::Scc, kDouble, 0xffff, 2 * 2, 4 * 512, 2},
                      Access{RegisterFileKind::Interwarp, kAdd, 0xffff, 2 * 16, 32 * 32, 2},
                      Access{RegisterFileKind::Interwarp, kAdd, 0x0101, 2 * 2, 4 * 32, 2},
                      Access{RegisterFileKind::Baseline, kUpper, 0xffff, 0, 0, 0},
                      Access{RegisterFileKind::Baseline, kLoad, 0xffff, 1 * 2, 2 * 256, 2},
                      Access{RegisterFileKind::Scc, kLoad, 0xffff, 1, 512, 2},
                      Access{RegisterFileKind::Scc, kLoad, 0x0001, 1, 512, 1}));

// Memory divergence decides behind the operands who goes on.
TEST_F(Datapath, WritesTheLanesThatGoOnBehindALoad) {
  build(CompactionPolicy::Scc, DatapathFidelity::Fast, RegisterFileKind::Interwarp);
  WarpInstruction& load = issue(kLoad, 0xffff, 100);
  EXPECT_EQ(statistics_.register_reads, 16U);
  load.active = LaneMask(0x0007);
  load.completes = 200;
  memory_.out.send(load);
  write_back_->tick(200);
  EXPECT_EQ(statistics_.register_writes, 3U);
}

// Two instructions of one pass go to the same pipe: the second starts when the first is through.
TEST_F(Datapath, StartsAQueuedInstructionWhenThePipeIsFree) {
  build(CompactionPolicy::Scc);
  EXPECT_EQ(issue(kUpper, 0xffff, 100).completes, 100U + 4 + 6);
  EXPECT_LE(wires_.pipes.fpu.accepts_from, 100U);
  EXPECT_EQ(issue(kUpper, 0x0001, 100).completes, 104U + 1 + 6);
  EXPECT_EQ(issue(kUpper, 0x0001, 102).completes, 105U + 1 + 6);
  EXPECT_EQ(wires_.pipes.fpu.accepts_from, 104U) << "two wait";
  EXPECT_EQ(wires_.pipes.fpu.free_at, 106U);
}

// Lanes 0 and 8 of a double need one ALU cycle, but two rows of the SCC file: the pipe waits.
TEST_F(Datapath, WaitsForOperandsThatComeLate) {
  build(CompactionPolicy::Scc);
  const WarpInstruction& instruction = issue(kDouble, 0x0101, 100);
  EXPECT_EQ(instruction.cycles, 1U);
  EXPECT_EQ(wires_.pipes.em.free_at, 102U);
  EXPECT_EQ(instruction.completes, 108U);
  EXPECT_EQ(statistics_.ledger[SlotCause::RegisterFile], 4U);
  EXPECT_EQ(statistics_.ledger[SlotCause::Useful], 4U) << "a 64-bit lane takes two slots";
}

TEST_F(Datapath, ExactValuesTravelThroughTheCrossbarAndBack) {
  build(CompactionPolicy::Scc);
  for (unsigned lane = 0; lane < 16; ++lane) {
    row(6)[lane] = 100 + lane;
    row(7)[lane] = 1000 * lane;
    row(5)[lane] = 77;
  }
  const std::uint64_t mask = 0x1131;  // lanes 0, 4, 5, 8, 12: positions 0, 0, 1, 0, 0
  const WarpInstruction& instruction = issue(kAdd, mask, 100);
  const Schedule& schedule = instruction.schedule;
  ASSERT_EQ(schedule.cycles(), 2U);
  EXPECT_GT(schedule.swizzled_lanes(), 0U);
  LaneMask seen;
  for (unsigned cycle = 0; cycle < 2; ++cycle) {
    for (unsigned position = 0; position < 4; ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (!slot.enabled()) continue;
      EXPECT_EQ(instruction.values->operand[0][cycle * 4 + position], 100 + slot.lane);
      EXPECT_EQ(instruction.values->operand[1][cycle * 4 + position], 1000 * slot.lane);
      EXPECT_EQ(instruction.values->result[cycle * 4 + position], 100 + 1001 * slot.lane);
      seen.set(slot.lane);
    }
  }
  EXPECT_EQ(seen, LaneMask(mask));
  EXPECT_EQ(row(5)[0], 77U) << "written at write-back only";
  write_back_->tick(instruction.completes);
  for (unsigned lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(row(5)[lane], LaneMask(mask).test(lane) ? 100 + 1001 * lane : 77) << lane;
  }
}

// A permutation that is not undone must be seen: the exact data path computes with what the
// crossbar presents, and writes what it carries back.
TEST_F(Datapath, ExactValuesFollowTheScheduleEvenIfItIsWrong) {
  build(CompactionPolicy::Scc);
  for (unsigned lane = 0; lane < 16; ++lane) row(6)[lane] = lane;
  WarpInstruction& instruction = issue(kAdd, 0x1111, 100);
  std::swap(instruction.values->result[0], instruction.values->result[1]);
  fpu_->results.send(instruction);  // unswizzle once more
  const Schedule& schedule = instruction.schedule;
  const unsigned first = schedule.slot(0, 0).lane;
  const unsigned second = schedule.slot(0, 1).lane;
  EXPECT_EQ(instruction.values->write[first], second);
  EXPECT_EQ(instruction.values->write[second], first);
}

}  // namespace
}  // namespace lanefold
