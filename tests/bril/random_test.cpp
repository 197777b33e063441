// SPDX-License-Identifier: Apache-2.0
// Random programs compute the same in every form.
#include <set>

#include "bench.h"
#include "random_programs.h"
#include "tests/support/many_programs.h"
#include "tools/bril/alu_ops.h"
#include "tools/bril/json_form.h"
#include "tools/bril/operations.h"
#include "tools/bril/strictness.h"

namespace lanefold::bril {
namespace {

void expect_single_assignment(const Program& program) {
  for (const Function& function : program.functions) {
    std::set<unsigned> set;
    for (const Instruction& instruction : function.body) {
      if (!instruction.result) continue;
      EXPECT_TRUE(set.insert(*instruction.result).second) << text_of(function, instruction);
    }
  }
}

void expect_no_phis(const Program& program) {
  EXPECT_EQ(text_of(program).find(" = phi"), std::string::npos) << text_of(program);
}

/// Over all programs.
struct Sums {
  std::uint64_t before = 0;  ///< vector operations
  std::uint64_t after = 0;
  std::uint64_t errors = 0;
  std::uint64_t left_alone = 0;
};

void expect_same_everywhere(const Program& program, Sums& sums) {
  const std::string expected = outcome(program);
  sums.errors += expected.find("error") == std::string::npos ? 0 : 1;
  const Program ssa = in_ssa(program);
  expect_single_assignment(ssa);
  ASSERT_EQ(outcome(ssa), expected) << text_of(ssa);
  ASSERT_EQ(outcome(program_of(json_of(ssa))), expected);
  ASSERT_EQ(outcome(program_of(text_of(ssa))), expected);
  const Program shadows = in_shadows(program);
  expect_single_assignment(shadows);
  expect_no_phis(shadows);
  ASSERT_EQ(outcome(program_of(json_of(shadows))), expected) << text_of(shadows);
  ASSERT_EQ(outcome(program_of(text_of(shadows))), expected);
  ASSERT_EQ(outcome(in_ssa(shadows)), expected) << text_of(in_ssa(shadows));
  ASSERT_EQ(outcome(in_shadows(shadows)), expected);
  if (variable_without_value(program.functions[0])) {
    ++sums.left_alone;
    return expect_left_alone(program);
  }
  const Program back = through_ssa(program);
  expect_no_phis(back);
  ASSERT_EQ(outcome(back), expected) << text_of(back);
  ASSERT_EQ(outcome(through_ssa(ssa)), expected);
  for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
    const Program fast = scalarise(program, broadcasts);
    expect_no_phis(fast);
    ASSERT_EQ(outcome(program_of(text_of(fast))), expected) << text_of(fast);
    ASSERT_EQ(outcome(scalarise(ssa, broadcasts)), expected);
    ASSERT_EQ(outcome(scalarise(shadows, broadcasts)), expected);
    ASSERT_EQ(static_ops(scalarise(shadows, broadcasts)).total(),
              static_ops(scalarise(ssa, broadcasts)).total());
    ASSERT_EQ(outcome(scalarise(fast, broadcasts)), expected) << text_of(fast);
  }
  sums.before += static_ops(program).vector;
  sums.after += static_ops(scalarise(program, Broadcasts::Once)).vector;
}

void expect_programs_same_everywhere(std::uint32_t first, std::uint32_t programs) {
  Sums sums;
  for (std::uint32_t seed = first; seed < first + programs; ++seed) {
    const std::string text = RandomProgram(seed).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    expect_same_everywhere(program_of(text), sums);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_LT(sums.after, sums.before * 19 / 20);
  EXPECT_LT(sums.errors, programs / 2);
  EXPECT_GT(sums.left_alone, programs / 20);
  EXPECT_LT(sums.left_alone, programs / 4);
}

/// Of all programs, so that no operation is left out, and of each one.
TEST(BrilRandom, ProgramsHoldFloatsCharactersAndMemory) {
  std::set<Op> all;
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    std::set<Op> ops;
    const Program program = program_of(RandomProgram(seed).text());
    for (const Instruction& one : program.functions[0].body) ops.insert(one.op);
    for (const Op op : {Op::Alloc, Op::Free, Op::Load, Op::Store, Op::PointerAdd}) {
      EXPECT_EQ(ops.count(op), 1U) << operation(op).name << ", seed " << seed;
    }
    const std::string text = text_of(program);
    for (const char* type : {": float = ", ": char = ", ": ptr<float> = ", ": ptr<char> = "}) {
      EXPECT_NE(text.find(type), std::string::npos) << type << seed;
    }
    all.insert(ops.begin(), ops.end());
  }
  for (auto op = static_cast<int>(Op::FloatAdd); op <= static_cast<int>(Op::BitsToFloat); ++op) {
    EXPECT_EQ(all.count(static_cast<Op>(op)), 1U) << operation(static_cast<Op>(op)).name;
  }
}

TEST(BrilRandom, ProgramsComputeTheSameInEveryForm) { expect_programs_same_everywhere(0, 150); }
TEST(BrilRandom, DeepManyProgramsComputeTheSame) {
  expect_programs_same_everywhere(150, many_programs(10'000));
}

}  // namespace
}  // namespace lanefold::bril
