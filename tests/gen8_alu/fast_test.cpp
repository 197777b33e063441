// SPDX-License-Identifier: Apache-2.0
// Which instructions have fast functions: losing one would show in nothing but time.

#include "decisions/isa/gen8_alu/fast.h"

#include "tests/gen8_alu/random_instruction.h"

namespace lanefold::gen8 {
namespace {

/// Types in which programs compute most.
constexpr DataType kTypes[] = {kD, kUd, kF, DataType::W, DataType::Uw};

std::vector<Operand> sources(DataType type, unsigned size) {
  const std::uint64_t one =
      type == kF ? bits_of(1.0F) : 0x1'0001 & (type_bytes(type) == 2 ? ~0U : 1U);
  return {general(10, type, {8, 8, 1}), general(10, type, {16, 16, 1}), scalar(10, type),
          general(10, type, {size == 1 ? std::uint8_t{0} : std::uint8_t{1}, 1, 0}),
          immediate(one, type)};
}

std::vector<Instruction> instructions(Opcode opcode, DataType type, unsigned size) {
  std::vector<Instruction> result;
  for (const Operand& last : sources(type, size)) {
    Instruction instruction = make(opcode, size, to(20, type), {});
    const Format format = opcode_info(opcode).format;
    instruction.source_count = format == Format::Unary ? 1 : format == Format::Binary ? 2 : 3;
    instruction.sources.fill(general(14, type));
    instruction.sources.at(instruction.source_count - 1U) = last;
    if (opcode == Opcode::Cmp) {
      instruction.condition = Condition::Less;
    } else if (opcode == Opcode::Sel) {
      instruction.predicate = PredicateControl::Sequential;
    }
    result.push_back(instruction);
  }
  return result;
}

TEST(Gen8AluFast, HasTheFrequentForms) {
  constexpr Opcode kForAll[] = {Opcode::Mov, Opcode::Add, Opcode::Mul, Opcode::Cmp, Opcode::Sel};
  constexpr Opcode kForIntegers[] = {Opcode::And, Opcode::Or,  Opcode::Xor, Opcode::Not,
                                     Opcode::Shl, Opcode::Shr, Opcode::Asr};
  const auto expect_fast = [](Opcode opcode, DataType type) {
    for (const unsigned size : {1U, 8U, 16U, 32U}) {
      for (const Instruction& instruction : instructions(opcode, type, size)) {
        const bool signed_word = type == DataType::W && opcode == Opcode::Shr;
        const bool wide_shift = type == kUd && opcode == Opcode::Asr &&
                                instruction.sources[1].kind != OperandKind::None;
        EXPECT_EQ(fast_operation_of(instruction) != nullptr, !signed_word && !wide_shift)
            << disassemble(instruction);
        operation_of(instruction);
      }
    }
  };
  for (const DataType type : kTypes) {
    for (const Opcode opcode : kForAll) {
      expect_fast(opcode, type);
    }
    for (const Opcode opcode : kForIntegers) {
      if (type != kF) {
        expect_fast(opcode, type);
      }
    }
  }
  expect_fast(Opcode::Mad, kF);
  expect_fast(Opcode::Mad, kD);
}

TEST(Gen8AluFast, LeavesTheRestToTheGeneralFunctions) {
  const Instruction add = make(Opcode::Add, 8, to(20, kD), {general(10, kD), general(12, kD)});
  EXPECT_NE(fast_operation_of(add), nullptr);
  EXPECT_EQ(fast_operation_of(saturated(add)), nullptr);
  EXPECT_EQ(fast_operation_of(with(add, Condition::Less)), nullptr);
  Instruction accumulates = add;
  accumulates.writes_accumulator = true;
  EXPECT_EQ(fast_operation_of(accumulates), nullptr);
  EXPECT_EQ(operation_of(accumulates), general_operation_of(accumulates));
}

TEST(Gen8AluFast, FollowsAChangeOfTheRoundingMode) {
  Registers registers = with_sources({{bits_of(1.0F), kF}, {bits_of(0x1p-30F), kF}});
  const Instruction add = make(Opcode::Add, 1, to(20, kF), {scalar(10, kF), scalar(12, kF)});
  ASSERT_NE(fast_operation_of(add), nullptr);
  run(add, registers);
  EXPECT_EQ(get<float>(registers, 20), 1.0F);
  registers.control |= 0x10;
  run(add, registers);
  EXPECT_EQ(get<std::uint32_t>(registers, 20), bits_of(1.0F) + 1);
}

TEST(Gen8AluFast, HasFunctionsOfMath) {
  constexpr MathFunction kOfFloats[] = {
      MathFunction::Inverse,     MathFunction::Log, MathFunction::Exp,
      MathFunction::SquareRoot,  MathFunction::Sin, MathFunction::ReciprocalSquareRoot,
      MathFunction::FloatDivide, MathFunction::Cos};
  RandomInstructions random(1);
  Registers registers = random.registers();
  registers.control = kKeepAllDenormals;
  const auto expect_same = [&](MathFunction function, DataType type) {
    const Instruction instruction = in_math(
        make(Opcode::Math, 16, to(120, type), {general(10, type), general(50, type)}), function);
    ASSERT_NE(fast_operation_of(instruction), nullptr);
    for (unsigned number = 2; number < 40; number += 2) {
      Instruction other = instruction;
      other.sources[0].number = static_cast<std::uint8_t>(number);
      run(other, registers);
    }
  };
  for (const MathFunction function : kOfFloats) {
    expect_same(function, kF);
  }
  for (const DataType type : {kD, kUd}) {
    expect_same(MathFunction::IntegerQuotient, type);
    expect_same(MathFunction::IntegerRemainder, type);
  }
}

/// Lanes outside the mask keep their values, whatever they hold.
TEST(Gen8AluFast, KeepsOtherLanes) {
  const Instruction add = make(Opcode::Add, 16, to(20, kUd), {general(10, kUd), immediate(1, kUd)});
  for (const ChannelMask channels : {0x0000U, 0x0001U, 0x8000U, 0x0ff0U, 0xa5a5U, 0xffffU}) {
    Registers registers;
    for (unsigned n = 0; n < 16; ++n) {
      put<std::uint32_t>(registers, 10, n, 100 + n);
      put<std::uint32_t>(registers, 20, n, 7);
    }
    EXPECT_EQ(operation_of(add)(add, registers, channels), channels);
    for (unsigned n = 0; n < 16; ++n) {
      EXPECT_EQ(get<std::uint32_t>(registers, 20, n), (channels >> n & 1) != 0 ? 101 + n : 7);
    }
  }
}

}  // namespace
}  // namespace lanefold::gen8
