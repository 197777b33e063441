// SPDX-License-Identifier: Apache-2.0
// From issue to write-back: compaction control, register banks, crossbar, ALU pipes, write-back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "datapath/alu_pipe.h"
#include "datapath/compaction_control.h"
#include "datapath/operand_latch.h"
#include "datapath/register_banks.h"
#include "datapath/swizzle_crossbar.h"
#include "datapath/unswizzle.h"
#include "datapath/write_back.h"
#include "execute/warp.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Code kCode{encode(Opcode::Add, {5, 6, 7}),
                 encode(Opcode::FaddD, {1, 2, 3}),
                 encode(Opcode::FdivS, {1, 2, 3}),
                 encode(Opcode::FmaddS, {1, 2, 3, 4}),
                 encode(Opcode::Lui, {5, 0, 0, 0, 7}),
                 encode(Opcode::Lw, {5, 6}),
                 encode(Opcode::Blt, {0, 6, 7, 0, 12}),
                 encode(Opcode::Jal, {1, 0, 0, 0, 8}),
                 encode(Opcode::Fence),
                 encode(Opcode::Exit)};
constexpr unsigned kAdd = 0, kDouble = 1, kDivide = 2, kFused = 3, kUpper = 4, kLoad = 5,
                   kBranch = 6, kJump = 7, kFence = 8, kExit = 9;

/// The blocks behind the arbiter as a core binds them; one thread, issue by hand.
class Datapath : public SimulationTest {
 protected:
  void build(const std::string& compaction, const std::string& datapath = "exact",
             const std::string& register_file = "auto", std::uint32_t width = 16) {
    config_.core.compaction = compaction;
    config_.core.datapath = datapath;
    config_.core.register_file = register_file;
    config_.core.warp_width = width;
    geometry_ = std::make_unique<CoreGeometry>(width, 4);
    bench_ = std::make_unique<ThreadBench>(config_, kCode);
    const CoreConfig& core = config_.core;
    control_ = std::make_unique<CompactionControl>("control", core, *geometry_, statistics_);
    banks_ = std::make_unique<RegisterBanks>("banks", core, *geometry_, statistics_);
    latch_ = std::make_unique<OperandLatch>("latch", core, *geometry_);
    crossbar_ = std::make_unique<SwizzleCrossbar>("crossbar", core, *geometry_);
    fpu_ = std::make_unique<AluPipe>("fpu", core, *geometry_, statistics_);
    em_ = std::make_unique<AluPipe>("em", core, *geometry_, statistics_);
    unswizzle_ = std::make_unique<Unswizzle>("unswizzle", core, *geometry_);
    write_back_ = std::make_unique<WriteBack>("write_back", config_, statistics_, pool_);
    bind();
    sc_core::sc_start(cycles(1));
  }
  void bind() {
    driver_.out.bind(control_->issued);
    control_->scheduled.bind(banks_->scheduled);
    banks_->operands.bind(latch_->operands);
    latch_->latched.bind(crossbar_->operands);
    banks_->addresses.bind(addresses_.in);
    crossbar_->fpu.bind(fpu_->operands);
    crossbar_->em.bind(em_->operands);
    fpu_->results.bind(unswizzle_->fpu);
    em_->results.bind(unswizzle_->em);
    unswizzle_->results.bind(write_back_->alu);
    memory_.out.bind(write_back_->memory);
    write_back_->banks.bind(banks_->write_port);
    write_back_->scoreboard.bind(released_.in);
    write_back_->resolved.bind(resolved_.in);
    write_back_->retired.bind(retired_.in);
  }

  WarpInstruction& issue(unsigned what, std::uint64_t active, std::uint64_t cycle) {
    WarpInstruction& instruction = bench_->instruction(what, 0, LaneMask(active));
    instruction.issued = cycle;
    driver_.out.send(instruction);
    return instruction;
  }
  std::uint32_t* row(unsigned index) { return bench_->warp().registers().row(index); }

  MachineConfig config_;
  LaunchStatistics statistics_;
  Pool<WarpInstruction> pool_;
  std::unique_ptr<CoreGeometry> geometry_;
  std::unique_ptr<ThreadBench> bench_;
  Driver driver_{"driver"};
  Driver memory_{"memory"};
  Probe addresses_{"addresses"};
  Probe released_{"released"};
  Probe resolved_{"resolved"};
  Probe retired_{"retired"};
  std::unique_ptr<CompactionControl> control_;
  std::unique_ptr<RegisterBanks> banks_;
  std::unique_ptr<OperandLatch> latch_;
  std::unique_ptr<SwizzleCrossbar> crossbar_;
  std::unique_ptr<AluPipe> fpu_;
  std::unique_ptr<AluPipe> em_;
  std::unique_ptr<Unswizzle> unswizzle_;
  std::unique_ptr<WriteBack> write_back_;
};

// A quad a cycle: 4 cycles for SIMD16, twice that for 64 bits, 2 for SIMD8; then the latency, 6
// or 10.
TEST_F(Datapath, OccupiesAPipeForAQuadACycle) {
  build("none");
  EXPECT_EQ(issue(kAdd, 0xffff, 100).completes, 100U + 4 + 6);
  EXPECT_EQ(fpu_->free_at(), 104U);
  EXPECT_EQ(issue(kDouble, 0xffff, 200).completes, 200U + 8 + 6);
  EXPECT_EQ(em_->free_at(), 208U) << "the bench gives EM what either pipe can do";
  EXPECT_EQ(issue(kDivide, 0xffff, 300).completes, 300U + 4 + 10);
  EXPECT_EQ(issue(kAdd, 0x0001, 400).completes, 400U + 4 + 6) << "nothing is skipped";
  EXPECT_EQ(fpu_->free_at(), 404U);
}

TEST_F(Datapath, TakesTwoCyclesForEightLanes) {
  build("none", "exact", "auto", 8);
  EXPECT_EQ(issue(kAdd, 0xff, 100).completes, 100U + 2 + 6);
  EXPECT_EQ(issue(kDouble, 0xff, 100).completes, 100U + 4 + 6);
}

TEST_F(Datapath, TakesEveryQuadOfExtendedMathForItsInterval) {
  config_.core.em_interval = 3;
  build("none");
  EXPECT_EQ(issue(kDivide, 0xffff, 100).completes, 100U + 12 + 10);
  EXPECT_EQ(em_->free_at(), 112U);
  EXPECT_EQ(statistics_.ledger[SlotCause::Useful], 48U);
  EXPECT_EQ(issue(kFused, 0xffff, 200).completes, 200U + 4 + 6) << "no extended math";
}

struct Compacted {
  const char* policy;
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
INSTANTIATE_TEST_SUITE_P(
    All, Compaction,
    ::testing::Values(Compacted{"none", 0xf0f0, 4, 0}, Compacted{"ivb", 0xf0f0, 4, 0},
                      Compacted{"bcc", 0xf0f0, 2, 0}, Compacted{"scc", 0xf0f0, 2, 0},
                      Compacted{"ivb", 0xff00, 2, 0}, Compacted{"bcc", 0x1111, 4, 0},
                      Compacted{"scc", 0x1111, 1, 3}, Compacted{"scc", 0xaaaa, 2, 4},
                      Compacted{"scc-fifo", 0xaaaa, 2, 4}));

struct Access {
  const char* file;
  unsigned what;
  std::uint64_t mask;
  unsigned reads, bits, cycles;
};
void PrintTo(const Access& a, std::ostream* out) { *out << a.file << ", instruction " << a.what; }

class Banks : public Datapath, public ::testing::WithParamInterface<Access> {};

TEST_P(Banks, CostAccessesAndCycles) {
  const Access& expected = GetParam();
  build("bcc", "fast", expected.file);
  const WarpInstruction& instruction = issue(expected.what, expected.mask, 100);
  EXPECT_EQ(statistics_.register_reads, expected.reads);
  EXPECT_EQ(statistics_.register_bits, expected.bits);
  EXPECT_EQ(instruction.fetch_cycles, expected.cycles);
  EXPECT_EQ(statistics_.register_writes, 0U);
}

// BCC issues whole active quads. Rows of 256 bits (baseline), of two halves that are read
// apart but in one cycle (bcc), of 512 bits (scc); words of 32
// bits in eight banks (interwarp), where lanes 0 and 8 share a bank.
INSTANTIATE_TEST_SUITE_P(All, Banks,
                         ::testing::Values(Access{"baseline", kAdd, 0xffff, 2 * 2, 4 * 256, 2},
                                           Access{"baseline", kAdd, 0x000f, 2 * 1, 2 * 256, 1},
                                           Access{"bcc", kAdd, 0xffff, 2 * 4, 8 * 128, 2},
                                           Access{"bcc", kAdd, 0xf0f0, 2 * 2, 4 * 128, 2},
                                           Access{"scc", kAdd, 0xffff, 2 * 1, 2 * 512, 1},
                                           Access{"scc", kFused, 0x0001, 3 * 1, 3 * 512, 1},
                                           Access{"scc", kDouble, 0xffff, 2 * 2, 4 * 512, 2},
                                           Access{"interwarp", kAdd, 0xffff, 2 * 16, 32 * 32, 2},
                                           Access{"interwarp", kAdd, 0x0101, 2 * 2, 4 * 32, 2},
                                           Access{"baseline", kUpper, 0xffff, 0, 0, 0},
                                           Access{"baseline", kLoad, 0xffff, 1 * 2, 2 * 256, 2}));

// Lanes 0 and 8 of a double need one ALU cycle, but two rows of the SCC file: the pipe waits.
TEST_F(Datapath, WaitsForOperandsThatComeLate) {
  build("scc");
  const WarpInstruction& instruction = issue(kDouble, 0x0101, 100);
  EXPECT_EQ(instruction.cycles, 1U);
  EXPECT_EQ(em_->free_at(), 102U);
  EXPECT_EQ(instruction.completes, 108U);
  EXPECT_EQ(statistics_.ledger[SlotCause::RegisterFile], 4U);
  EXPECT_EQ(statistics_.ledger[SlotCause::Useful], 4U) << "a 64-bit lane takes two slots";
}

TEST_F(Datapath, ExactValuesTravelThroughTheCrossbarAndBack) {
  build("scc");
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
      EXPECT_EQ(instruction.values.operand[0][cycle * 4 + position], 100 + slot.lane);
      EXPECT_EQ(instruction.values.operand[1][cycle * 4 + position], 1000 * slot.lane);
      EXPECT_EQ(instruction.values.result[cycle * 4 + position], 100 + 1001 * slot.lane);
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
  build("scc");
  for (unsigned lane = 0; lane < 16; ++lane) row(6)[lane] = lane;
  WarpInstruction& instruction = issue(kAdd, 0x1111, 100);
  std::swap(instruction.values.result[0], instruction.values.result[1]);
  fpu_->results.send(instruction);  // unswizzle once more
  const Schedule& schedule = instruction.schedule;
  const unsigned first = schedule.slot(0, 0).lane;
  const unsigned second = schedule.slot(0, 1).lane;
  EXPECT_EQ(instruction.values.write[first], second);
  EXPECT_EQ(instruction.values.write[second], first);
}

TEST_F(Datapath, WritesBackInOrderOfCompletionThenAge) {
  build("ivb");
  const WarpInstruction& divide = issue(kDivide, 0xffff, 100);  // completes in 114
  const WarpInstruction& add = issue(kAdd, 0xffff, 104);        // in 114 as well, younger
  const WarpInstruction& upper = issue(kUpper, 0x00ff, 101);    // in 109
  EXPECT_EQ(write_back_->next_event(), 109U);
  std::ostringstream out;
  write_back_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 completes add t0, t1, t2 in cycle 114"));
  write_back_->tick(108);
  EXPECT_THAT(released_.seen, ElementsAre());
  write_back_->tick(109);
  EXPECT_THAT(released_.seen, ElementsAre(&upper));
  EXPECT_EQ(write_back_->next_event(), 114U);
  write_back_->tick(114);
  EXPECT_THAT(released_.seen, ElementsAre(&upper, &divide, &add));
  EXPECT_EQ(write_back_->last_completion(), 114U);
  EXPECT_EQ(write_back_->next_event(), kNever);
  EXPECT_GT(statistics_.register_writes, 0U);
  EXPECT_THAT(resolved_.seen, ElementsAre());
}

class Branches : public Datapath, public ::testing::WithParamInterface<std::string> {};

TEST_P(Branches, ResolveAtWriteBack) {
  build("scc", GetParam());
  Warp& warp = bench_->warp();
  warp.lanes().start(kCodeBase + 4 * kBranch, 0, LaneMask(0xffff));
  for (const unsigned lane : {1U, 5U, 14U}) row(7)[lane] = 1;  // x6 < x7 there
  WarpInstruction& branch = issue(kBranch, 0xffff, 100);
  EXPECT_EQ(warp.lanes().split_count(), 1U);
  write_back_->tick(branch.completes);
  EXPECT_EQ(warp.lanes().split_count(), 2U);
  EXPECT_EQ(statistics_.branches, 1U);
  EXPECT_EQ(statistics_.divergent_branches, 1U);
  EXPECT_EQ(statistics_.most_splits, 2U);
  EXPECT_THAT(resolved_.seen, ElementsAre(&branch));
  EXPECT_THAT(retired_.seen, ElementsAre());
  const Split first = warp.lanes().current();
  const LaneMask taken = LaneMask(1U << 1 | 1U << 5 | 1U << 14);
  EXPECT_EQ(first.mask,
            first.pc == kCodeBase + 4 * kExit ? taken : LaneMask(0xffff).without(taken));
}

TEST_P(Branches, EndAWarpAndTellTheDispatcher) {
  build("bcc", GetParam());
  bench_->warp().lanes().start(kCodeBase + 4 * kExit, 0, LaneMask(0xffff));
  WarpInstruction& exit = issue(kExit, 0xffff, 100);
  write_back_->tick(exit.completes);
  EXPECT_TRUE(bench_->warp().done());
  EXPECT_THAT(resolved_.seen, ElementsAre(&exit));
  EXPECT_THAT(retired_.seen, ElementsAre(&exit));
}

TEST_P(Branches, LinkWithoutResolvingLate) {
  build("bcc", GetParam());
  WarpInstruction& jump = issue(kJump, 0x00f0, 100);
  EXPECT_EQ(row(1)[4], kCodeBase + 4 * kJump + 4);
  EXPECT_EQ(row(1)[3], 0U);
  write_back_->tick(jump.completes);
  EXPECT_THAT(resolved_.seen, ElementsAre());
}

INSTANTIATE_TEST_SUITE_P(All, Branches, ::testing::Values("fast", "exact"));

TEST_F(Datapath, FastExecutesAtIssue) {
  build("scc", "fast");
  row(6)[3] = 41;
  row(7)[3] = 1;
  WarpInstruction& add = issue(kAdd, 0x0008, 100);
  EXPECT_EQ(row(5)[3], 42U);
  row(5)[3] = 9;
  write_back_->tick(add.completes);
  EXPECT_EQ(row(5)[3], 9U) << "nothing left to write";
}

TEST_F(Datapath, ForgetsAnAbandonedLaunch) {
  build("ivb");
  issue(kAdd, 0xffff, 100);
  write_back_->reset();
  fpu_->reset();
  EXPECT_EQ(write_back_->next_event(), kNever);
  EXPECT_EQ(fpu_->free_at(), 0U);
}

}  // namespace
}  // namespace lanefold
