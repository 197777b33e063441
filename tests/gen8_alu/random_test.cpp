// SPDX-License-Identifier: Apache-2.0
// Random sequences of instructions against an evaluator that is written differently, and the fast
// functions against the general ones.

#include "decisions/isa/gen8_alu/data_type.h"
#include "decisions/isa/gen8_alu/fast.h"
#include "tests/gen8_alu/random_instruction.h"
#include "tests/gen8_alu/straight_evaluator.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kSequences = 400;
constexpr unsigned kLength = 100;

/// Sums of 64-bit integers have more bits than the evaluator's floats.
bool is_exact_in_evaluator(const Instruction& i) {
  return !is_float(i.destination.type) || is_float(execution_type(i)) || i.opcode == Opcode::Mov ||
         i.opcode == Opcode::Sel;
}

void expect_same(const Registers& registers, const Registers& expected, const Instruction& i,
                 const std::string& where) {
  for (unsigned n = 0; n < kGeneralRegisters; ++n) {
    for (unsigned k = 0; k < kRegisterBytes / 4; ++k) {
      ASSERT_EQ(get<std::uint32_t>(registers, n, k), get<std::uint32_t>(expected, n, k))
          << where << disassemble(i) << ": r" << n << "." << k << ":ud, cr0 " << std::hex
          << registers.control;
    }
  }
  ASSERT_EQ(registers.flags, expected.flags) << where << disassemble(i);
}

TEST(Gen8AluRandom, AgreesWithTheStraightEvaluator) {
  unsigned taken = 0;
  for (unsigned seed = 0; seed < kSequences; ++seed) {
    RandomInstructions random(seed);
    Registers registers = random.registers();
    Registers expected = registers;
    for (unsigned n = 0; n < kLength; ++n) {
      const Instruction i = random.next();
      const ChannelMask channels = random.mask() & all_channels(i);
      if (!is_taken(i) || !is_exact_in_evaluator(i)) {
        continue;
      }
      ++taken;
      const std::string where =
          "seed " + std::to_string(seed) + ", number " + std::to_string(n) + ": ";
      const ChannelMask executed = general_operation_of(i)(i, registers, channels);
      ASSERT_EQ(executed, evaluate_straight(i, expected, channels)) << where << disassemble(i);
      ASSERT_NO_FATAL_FAILURE(expect_same(registers, expected, i, where));
    }
  }
  EXPECT_GT(taken, kSequences * kLength / 4);
}

void compare_variant(HostVariant variant, unsigned& taken) {
  for (unsigned seed = 1000; seed < 1000 + kSequences; ++seed) {
    RandomInstructions random(seed);
    Registers registers = random.registers();
    Registers expected = registers;
    for (unsigned n = 0; n < kLength; ++n) {
      const Instruction i = random.next();
      const ChannelMask channels = random.mask() & all_channels(i);
      const auto form = is_taken(i) ? fast_form_of(i) : std::nullopt;
      if (!form) {
        continue;
      }
      ++taken;
      const std::string where =
          "seed " + std::to_string(seed) + ", number " + std::to_string(n) + ": ";
      const Operate fast = fast_operation(*form, variant);
      ASSERT_NE(fast, nullptr) << where << disassemble(i);
      ASSERT_EQ(fast(i, registers, channels), general_operation_of(i)(i, expected, channels));
      ASSERT_NO_FATAL_FAILURE(expect_same(registers, expected, i, where));
    }
  }
}

TEST(Gen8AluRandom, HasFastFunctionsThatAgreeWithTheGeneralOnes) {
  for (const HostVariant variant : host_variants()) {
    unsigned taken = 0;
    ASSERT_NO_FATAL_FAILURE(compare_variant(variant, taken)) << static_cast<int>(variant);
    EXPECT_GT(taken, kSequences * kLength / 6);
  }
}

}  // namespace
}  // namespace lanefold::gen8
