// SPDX-License-Identifier: Apache-2.0
// Scalar execution, cycle by cycle, counter by counter. How cycles are counted is explained in
// tests/top/cycle_bench.h.
#include <gtest/gtest.h>

#include "tests/top/cycle_bench.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kWord = 32;

MachineConfig scalar_core(ScalarExecution scalar,
                          KnowledgeSource knowledge = KnowledgeSource::Static) {
  MachineConfig config = one_core();
  config.core.scalar.execution = scalar;
  config.core.scalar.knowledge = knowledge;
  return config;
}

LaunchStatistics run_warp(const MachineConfig& config, const Code& code) {
  return run_program(config, code, range_1d(16, 16));
}

Code dependent_adds(unsigned n) {
  Code code(n, add(5, 5, 5));
  code.insert(code.begin(), addi(5, 0, 1));
  code.push_back(kExit);
  return code;
}

// I to next I: one cycle in the pipe + 6 latency = C, S in the same cycle, I one later: 8 where
// four cycles in the pipe make 12. exit: 10 cycles from I to C.
TEST(ScalarCycles, OfDependentAddsAreThreeFewerEachBeforeTheIssuePeriod) {
  for (unsigned n = 1; n <= 20; ++n) {
    const Code code = dependent_adds(n);
    EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::Off), code), 6 + 12 * (n + 1) + 10) << n;
    EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::Energy), code), 6 + 12 * (n + 1) + 10) << n;
    for (const KnowledgeSource knowledge : {KnowledgeSource::Static, KnowledgeSource::Dynamic}) {
      for (const ScalarExecution scalar : {ScalarExecution::OneCycle, ScalarExecution::Pipe}) {
        EXPECT_EQ(cycles_of(scalar_core(scalar, knowledge), code), 6 + 8 * (n + 1) + 10) << n;
      }
    }
  }
}

// Every pass issues one: I 6 + 2k. The last C is 7 later, and odd; exit I one later.
TEST(ScalarCycles, OfIndependentInstructionsMatchTheArbiter) {
  for (unsigned n = 1; n <= 20; ++n) {
    Code code;
    for (unsigned i = 0; i < n; ++i) code.push_back(addi(1 + i, 0, 1));
    code.push_back(kExit);
    EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::Off), code), 16 + 4 * (n - 1) + 12) << n;
    EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::OneCycle), code), 6 + 2 * (n - 1) + 7 + 1 + 10)
        << n;
    EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::Pipe), code), 6 + 2 * (n - 1) + 7 + 1 + 10)
        << n;
  }
}

/// Pairs of an add that all lanes do alike and one that they do not.
Code pairs(unsigned n) {
  Code code{local_id(6)};
  for (unsigned i = 0; i < n; ++i) {
    code.push_back(addi(7, 0, 1));
    code.push_back(add(8, 6, 6));
  }
  code.push_back(kExit);
  return code;
}

// A warp would be held up by its own registers, so six share the FPU: five cycles for a pair, or
// four if the scalar pipe takes the one that is alike.
TEST(ScalarCycles, OfAPipeOfTheirOwnLeaveTheFpuFree) {
  const auto cycles = [](ScalarExecution scalar, unsigned n) {
    return cycles_of(scalar_core(scalar), pairs(n), 6);
  };
  constexpr unsigned kMore = 20;  // pairs
  EXPECT_EQ(cycles(ScalarExecution::Off, 10 + kMore) - cycles(ScalarExecution::Off, 10),
            kMore * 6 * 8);
  EXPECT_EQ(cycles(ScalarExecution::OneCycle, 10 + kMore) - cycles(ScalarExecution::OneCycle, 10),
            kMore * 6 * 5);
  EXPECT_EQ(cycles(ScalarExecution::Pipe, 10 + kMore) - cycles(ScalarExecution::Pipe, 10),
            kMore * 6 * 4);
}

// fdiv of one cycle in the pipe: I 6 + 8, C 1 + 10 later, which is 25; exit I 26, C 36.
TEST(ScalarCycles, OfExtendedMathAreOnItsOwnPipe) {
  const Code code{encode(Opcode::FcvtSW, {1, 0}), encode(Opcode::FdivS, {2, 1, 1}), kExit};
  for (const ScalarExecution scalar : {ScalarExecution::OneCycle, ScalarExecution::Pipe}) {
    const LaunchStatistics s = run_warp(scalar_core(scalar), code);
    EXPECT_EQ(s.cycles, 36U) << scalar;
    EXPECT_EQ(s.em_instructions, 1U);
    EXPECT_EQ(s.scalar.once, 2U);
  }
}

// x6 and x7 are in no scalar row: two cycles to fetch two rows of 256 bits each, and to compare.
// I 6, C 6 + 2 + 6 = 14; exit I 16, C 26. The next one finds x5 in its row.
TEST(ScalarCycles, OfComparedOperandsMatchTheirFetch) {
  const Code found{add(5, 6, 7), kExit};
  EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::OneCycle, KnowledgeSource::Dynamic), found),
            26U);
  EXPECT_EQ(cycles_of(scalar_core(ScalarExecution::Pipe, KnowledgeSource::Dynamic), found), 26U);
  const LaunchStatistics s = run_warp(scalar_core(ScalarExecution::Pipe, KnowledgeSource::Dynamic),
                                      {add(5, 6, 7), add(5, 5, 5), kExit});
  EXPECT_EQ(s.scalar.once, 2U);
  EXPECT_EQ(s.scalar.compared, 1U);
  EXPECT_EQ(s.scalar.on_pipe, 1U);
  EXPECT_EQ(s.scalar.operand_comparisons, 2U * 15);
  EXPECT_EQ(s.fpu_instructions, 2U);  // the first, and the exit
}

TEST(ScalarCounters, OfRowsAreOneWordAnAccess) {
  const Code code = dependent_adds(2);
  const LaunchStatistics off = run_warp(scalar_core(ScalarExecution::Off), code);
  const LaunchStatistics once = run_warp(scalar_core(ScalarExecution::Energy), code);
  EXPECT_EQ(once.scalar.once, 3U);
  EXPECT_EQ(once.scalar.reads, 1U + 2 * 2);
  EXPECT_EQ(once.scalar.writes, 3U);
  EXPECT_EQ(once.register_reads + once.register_writes, 0U);
  EXPECT_EQ(once.register_bits, (5U + 3) * kWord);
  EXPECT_EQ(off.register_bits, (5U + 3) * 16 * kWord);
  EXPECT_EQ(off.scalar.lane_operations, 4U * 16);
  EXPECT_EQ(once.scalar.lane_operations, 3U + 16);  // the exit is every lane's own
}

// Lanes 0 to 7 set x5 once, which was in its row: all 16 get their word back, two rows, and then
// eight are written, one row.
TEST(ScalarCounters, OfPartOfAWarpWriteLanesOfARegisterThatWasInARow) {
  const Code code{addi(5, 0, 1),
                  local_id(6),
                  encode(Opcode::Slti, {7, 6, 0, 0, 8}),
                  branch(Opcode::Beq, 7, 0, 8),
                  addi(5, 0, 2),
                  add(8, 5, 6),
                  kExit};
  const LaunchStatistics s = run_warp(scalar_core(ScalarExecution::OneCycle), code);
  EXPECT_EQ(s.scalar.once, 2U);
  EXPECT_EQ(s.scalar.writes, 1U);
  EXPECT_EQ(s.scalar.regenerations, 1U);
  const LaunchStatistics off = run_warp(scalar_core(ScalarExecution::Off), code);
  EXPECT_EQ(s.register_writes, off.register_writes);  // two less, two more
}

TEST(ScalarLedger, ChargesTheLanesThatNeedNotCompute) {
  const Code code = dependent_adds(3);  // four that are alike
  EXPECT_EQ(run_warp(scalar_core(ScalarExecution::Off), code).ledger[SlotCause::Uniform], 0U);
  const LaunchStatistics energy = run_warp(scalar_core(ScalarExecution::Energy), code);
  EXPECT_EQ(energy.ledger[SlotCause::Uniform], 4U * (16 - 1));
  EXPECT_EQ(energy.ledger[SlotCause::Useful], 4U + 16);
  EXPECT_EQ(run_warp(scalar_core(ScalarExecution::OneCycle), code).ledger[SlotCause::Uniform],
            4U * 3);
  const LaunchStatistics pipe = run_warp(scalar_core(ScalarExecution::Pipe), code);
  EXPECT_EQ(pipe.ledger[SlotCause::Uniform], 0U);
  EXPECT_EQ(pipe.ledger[SlotCause::Useful], 4U + 16);
  EXPECT_EQ(pipe.ledger.total(), pipe.cycles * 9);
}

// Lanes 0 to 7 add 2 to x5. Four cycles of four lanes with `none`: eight lanes are off, of the
// others seven do what one does.
TEST(ScalarLedger, ChargesLanesThatAreOffToTheirOwnReason) {
  const Code code{addi(5, 0, 1),
                  local_id(6),
                  encode(Opcode::Slti, {7, 6, 0, 0, 8}),
                  branch(Opcode::Beq, 7, 0, 8),
                  addi(5, 0, 2),
                  kExit};
  const auto part = [&](ScalarExecution scalar) {
    MachineConfig config = scalar_core(scalar);
    config.core.compaction = CompactionPolicy::None;
    return run_warp(config, code).ledger;
  };
  const LaneLedger off = part(ScalarExecution::Off), energy = part(ScalarExecution::Energy),
                   one = part(ScalarExecution::OneCycle);
  EXPECT_EQ(off[SlotCause::ControlDivergence], 8U);
  EXPECT_EQ(energy[SlotCause::ControlDivergence], 8U);
  EXPECT_EQ(energy[SlotCause::Uniform], 15U + 7);
  EXPECT_EQ(one[SlotCause::ControlDivergence], 0U);
  EXPECT_EQ(one[SlotCause::Uniform], 3U + 3);
}

// Lane 0 alone: what the other three lanes of its cycle lose is no work of theirs.
TEST(ScalarLedger, ChargesIdleLanesBesideOneActiveLane) {
  const Code code{local_id(6), branch(Opcode::Bne, 6, 0, 8), add(7, 6, 6), kExit};
  const LaunchStatistics s =
      run_warp(scalar_core(ScalarExecution::OneCycle, KnowledgeSource::Dynamic), code);
  EXPECT_EQ(s.scalar.once, 1U);
  EXPECT_EQ(s.scalar.one_lane, 1U);
  EXPECT_EQ(s.scalar.compared, 0U);
  EXPECT_EQ(s.ledger[SlotCause::Uniform], 0U);
  EXPECT_EQ(s.ledger[SlotCause::CompactionSlack], 3U);
}

TEST(ScalarAddresses, AreComparedOnlyWhereNothingIsKnown) {
  const Code code{lui(5, kGlobalBase), local_id(6), encode(Opcode::Slli, {7, 6, 0, 0, 2}),
                  add(7, 7, 5),        lw(8, 5),    lw(9, 7),
                  lw(10, 9),           kExit};
  MachineConfig config = scalar_core(ScalarExecution::Off);
  Code all = code;
  all[6] = encode(Opcode::Mul, {10, 6, 6});  // then an address that is not affine
  all.insert(all.begin() + 7,
             {encode(Opcode::Slli, {10, 10, 0, 0, 2}), add(10, 10, 5), lw(11, 10)});
  const LaunchStatistics off = run_warp(config, all);
  EXPECT_EQ(off.scalar.address_comparisons, 3U * 15);
  EXPECT_EQ(off.scalar.uniform_accesses + off.scalar.affine_accesses, 0U);
  const LaunchStatistics known = run_warp(scalar_core(ScalarExecution::OneCycle), all);
  EXPECT_EQ(known.scalar.address_comparisons, 15U);
  EXPECT_EQ(known.scalar.uniform_accesses, 1U);
  EXPECT_EQ(known.scalar.affine_accesses, 1U);
  EXPECT_EQ(known.memory_lines, off.memory_lines);
  const LaunchStatistics found =
      run_warp(scalar_core(ScalarExecution::OneCycle, KnowledgeSource::Dynamic), all);
  EXPECT_EQ(found.scalar.address_comparisons, 2U * 15);
  EXPECT_EQ(found.scalar.uniform_accesses, 1U);
}

/// What each lane of a warp stores on the exact data path.
std::vector<std::uint32_t> stored(KnowledgeSource knowledge, Code code, unsigned row) {
  const Code store{lui(20, kGlobalBase), local_id(21), encode(Opcode::Slli, {21, 21, 0, 0, 2}),
                   add(20, 20, 21),      sw(row, 20),  kExit};
  code.insert(code.end(), store.begin(), store.end());
  MachineConfig config = scalar_core(ScalarExecution::OneCycle, knowledge);
  config.core.datapath = DatapathFidelity::Exact;
  const auto machine = make_timed_machine(config);
  const Buffer buffer = machine->allocate(64);
  machine->launch(*make_program(code), "k", range_1d(16, 16), {});
  std::vector<std::uint32_t> words(16);
  machine->read(buffer, 0, words.data(), buffer.size);
  EXPECT_GT(machine->launches().at(0).scalar.once, 2U);
  return words;
}

// 1 / 0: the flag of a division by zero is 8.
TEST(ScalarFloats, RaiseFlagsInAllActiveLanes) {
  const Code code{addi(5, 0, 1), encode(Opcode::FcvtSW, {1, 5}), encode(Opcode::FcvtSW, {2, 0}),
                  encode(Opcode::FdivS, {3, 1, 2}), encode(Opcode::Csrrs, {6, 0, 0, 0, 1})};
  for (const KnowledgeSource knowledge : {KnowledgeSource::Static, KnowledgeSource::Dynamic}) {
    EXPECT_EQ(stored(knowledge, code, 6), std::vector<std::uint32_t>(16, 8)) << knowledge;
  }
}

TEST(ScalarFloats, HaveAllBitsOfDoubles) {
  const Code code{addi(5, 0, 21), encode(Opcode::FcvtDW, {1, 5}), encode(Opcode::FaddD, {2, 1, 1}),
                  encode(Opcode::FcvtWD, {6, 2})};
  for (const KnowledgeSource knowledge : {KnowledgeSource::Static, KnowledgeSource::Dynamic}) {
    EXPECT_EQ(stored(knowledge, code, 6), std::vector<std::uint32_t>(16, 42)) << knowledge;
  }
}

// Atomics are a request each, and the words of a private row need no comparison to be found.
TEST(ScalarAddresses, OfAtomicsAreNotCompared) {
  const Code code{lui(5, kGlobalBase), encode(Opcode::AmoaddW, {6, 5, 0}), kExit};
  const LaunchStatistics s = run_warp(scalar_core(ScalarExecution::Off), code);
  EXPECT_EQ(s.scalar.address_comparisons, 0U);
}

// The scalar row of a loaded value serves what uses it.
TEST(ScalarAddresses, OfAUniformLoadFillARow) {
  const Code code{lui(5, kGlobalBase), lw(8, 5), add(9, 8, 8), kExit};
  for (const KnowledgeSource knowledge : {KnowledgeSource::Static, KnowledgeSource::Dynamic}) {
    const LaunchStatistics s = run_warp(scalar_core(ScalarExecution::OneCycle, knowledge), code);
    EXPECT_EQ(s.scalar.reads, 1U + 2) << knowledge;
    EXPECT_EQ(s.scalar.writes, 3U) << knowledge;
    EXPECT_EQ(s.scalar.once, 2U) << knowledge;  // of the ALUs
  }
}

}  // namespace
}  // namespace lanefold
