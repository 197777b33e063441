// SPDX-License-Identifier: Apache-2.0
// What the ALU refuses, and with which sentence.

#include <gmock/gmock.h>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

struct RefusalCase {
  Instruction instruction;
  const char* end;  ///< of the sentence
};

Instruction move(const Operand& destination, const Operand& source, unsigned size = 1) {
  return make(Opcode::Mov, size, destination, {source});
}

Instruction binary(Opcode opcode, DataType type, DataType source) {
  return make(opcode, 8, to(20, type), {general(10, source), general(12, source)});
}

Instruction writing_accumulator(Instruction instruction) {
  instruction.writes_accumulator = true;
  return instruction;
}

Instruction of_flag(Instruction instruction, unsigned sub, unsigned first_channel) {
  instruction.flag_subregister = static_cast<std::uint8_t>(sub);
  instruction.channel_offset = static_cast<std::uint8_t>(first_channel);
  return instruction;
}

std::vector<RefusalCase> operands() {
  const auto file = [](RegisterFile which, unsigned number = 0) {
    return architecture(which, kUd, kScalarRegion, 0, number);
  };
  return {
      {move(to(20, kUd), file(RegisterFile::InstructionPointer)),
       "expected a source that the ALU can read, found another register"},
      {move(to(20, kUd), file(RegisterFile::StackPointer)), "found another register"},
      {move(to(20, kUd), file(RegisterFile::State, 1)), "found another register"},
      {move(to(20, kUd), file(RegisterFile::Accumulator, 1)), "found another register"},
      {move(to(20, kUd), file(RegisterFile::MacroAccumulator)), "found another register"},
      {move(file(RegisterFile::State), immediate(0, kUd)),
       "expected a destination that the ALU can write, found another register"},
      {move(file(RegisterFile::ChannelEnable), immediate(0, kUd)), "found another register"},
      {move(file(RegisterFile::Timestamp), immediate(0, kUd)), "found another register"},
      {move(to(20, kUd), general(127, kUd), 16),
       "expected elements within the 4096 bytes of their registers, found one that ends at byte "
       "4128"},
      {move(to(127, kUd), general(10, kUd), 16), "found one that ends at byte 4128"},
      {move(to(20, kUd), architecture(RegisterFile::Control, kUd, kScalarRegion, 4)),
       "expected elements within the 4 bytes of their registers, found one that ends at byte 8"},
      {move(to(20, kUd), architecture(RegisterFile::Flag, kUd, kPackedRegion), 4),
       "expected elements within the 8 bytes of their registers, found one that ends at byte 16"},
      {move(to(20, kUd), architecture(RegisterFile::Accumulator, kUd, {0, 1, 0}), 8),
       "expected all elements of acc0 in order, found another region"},
      {move(architecture(RegisterFile::Accumulator, kUd, {0, 1, 1}, 4), general(10, kUd), 2),
       "expected all elements of acc0 in order, found another region"},
  };
}

std::vector<RefusalCase> types() {
  const auto math = [](MathFunction function, DataType type, DataType source) {
    return in_math(binary(Opcode::Math, type, source), function);
  };
  Instruction mixed = math(MathFunction::IntegerQuotient, kD, kD);
  mixed.sources[1].type = kUd;
  return {
      {binary(Opcode::And, kF, kF), "expected integers, found a float"},
      {binary(Opcode::Shl, kF, kD), "expected integers, found a float"},
      {binary(Opcode::Avg, kD, kF), "expected integers, found a float"},
      {binary(Opcode::Mul, kQ, kQ), "expected factors of up to 32 bits, found a 64-bit integer"},
      {binary(Opcode::Mach, DataType::W, kD),
       "expected operands of type d or ud, found other types"},
      {writing_accumulator(binary(Opcode::Addc, kD, kD)),
       "expected operands of type ud, found other types"},
      {make(Opcode::Cbit, 8, to(20, kUd), {general(10, kD)}),
       "expected a source of type ud, uw or ub, a result ud, found other types"},
      {make(Opcode::Lzd, 8, to(20, kUd), {general(10, kF)}), "found other types"},
      {make(Opcode::Frc, 8, to(20, kD), {general(10, kF)}), "expected floats, found an integer"},
      {make(Opcode::Rndz, 8, to(20, kF), {general(10, kD)}), "expected floats, found an integer"},
      {with(make(Opcode::Csel, 8, to(20, kD), {general(1, kD), general(2, kD), general(3, kD)}),
            Condition::Less),
       "expected operands of type f, found other types"},
      {math(MathFunction::Sin, DataType::Df, DataType::Df),
       "expected operands of type f, found other types"},
      {math(MathFunction::Power, kF, kD), "expected operands of type f, found other types"},
      {math(MathFunction::IntegerQuotient, kF, kF),
       "expected dividend, divisor and result of type d or ud, found other types"},
      {mixed, "expected dividend and divisor of one type, found d and ud"},
      {math(MathFunction::InverseMacro, kF, DataType::Df),
       "expected operands of a macro that are all f, or all df, found other types"},
  };
}

std::vector<RefusalCase> controls() {
  const Instruction add = binary(Opcode::Add, kD, kD);
  const Instruction select = binary(Opcode::Sel, kD, kD);
  const Instruction sixteen = make(Opcode::Mov, 16, to(20, kD), {general(10, kD)});
  Instruction both = in_math(make(Opcode::Math, 16, to(20, kD), {general(10, kD), general(12, kD)}),
                             MathFunction::IntegerDivide);
  return {
      {binary(Opcode::Cmp, kD, kD),
       "expected a comparison, or, of floats, un, found another condition"},
      {with(binary(Opcode::Cmp, kD, kD), Condition::Unordered), "found another condition"},
      {with(binary(Opcode::Cmp, kF, kF), Condition::Overflow), "found another condition"},
      {with(binary(Opcode::Cmpn, kF, kF), Condition::Equal),
       "expected gt, ge, lt or le of cmpn, found another condition"},
      {select, "expected either a predicate or a condition of sel, found neither"},
      {predicated(with(select, Condition::Less), PredicateControl::Sequential),
       "of sel, found both"},
      {with(select, Condition::Equal), "expected gt, ge, lt or le of sel, found another condition"},
      {make(Opcode::Csel, 8, to(20, kF), {general(1, kF), general(2, kF), general(3, kF)}),
       "expected a comparison of csel, found another condition, or none"},
      {writing_accumulator(with(binary(Opcode::Addc, kUd, kUd), Condition::Equal)),
       "expected no condition, found one"},
      {with(binary(Opcode::Add, kF, kF), Condition::Overflow),
       "expected ov of integers, found ov of a float"},
      {with(add, Condition::Unordered), "expected un of a float, found un of an integer"},
      {of_flag(predicated(sixteen, PredicateControl::Sequential), 1, 16),
       "expected channels 0 to 15 of the flags f0.1 and f1.1, found others"},
      {of_flag(with(add, Condition::Equal), 1, 16),
       "expected channels 0 to 15 of the flags f0.1 and f1.1, found others"},
      {of_flag(predicated(sixteen, PredicateControl::Any32h), 1, 0),
       "expected 32 bits of a flag, f0.0 or f1.0, found f0.1 or f1.1"},
      {saturated(binary(Opcode::Mach, kD, kD)), "expected no saturation, found it"},
      {binary(Opcode::Subb, kUd, kUd),
       "expected AccWrEn, since the accumulator takes the carry, found none"},
      {writing_accumulator(with(binary(Opcode::Cmp, kD, kD), Condition::Less)),
       "expected no AccWrEn, found it"},
      {make(Opcode::Smov, 8, to(20, kD), {general(1, kD), general(2, kD)}),
       "expected an immediate integer as second source of smov, found something else"},
      {both, "expected up to 8 channels and two registers as result of math.idiv, found others"},
  };
}

TEST(Gen8AluRefusal, SaysWhatWasExpected) {
  for (const auto& group : {operands(), types(), controls()}) {
    for (const RefusalCase& example : group) {
      EXPECT_THAT(refusal_of(example.instruction), testing::EndsWith(example.end))
          << disassemble(example.instruction);
    }
  }
}

TEST(Gen8AluRefusal, NamesOffsetAndText) {
  Instruction instruction = binary(Opcode::And, kF, kF);
  instruction.offset = 0x40;
  EXPECT_EQ(refusal_of(instruction),
            "Gen8 instruction at 0x40 (and (8|M0) r20.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f): "
            "expected integers, found a float");
}

TEST(Gen8AluRefusal, LeavesControlFlowAndMessagesToOthers) {
  for (const OpcodeInfo& row : kOpcodeRows) {
    const bool elsewhere = row.format == Format::Jump || row.format == Format::OneTarget ||
                           row.format == Format::TwoTargets || row.format == Format::Call ||
                           row.format == Format::Return || row.format == Format::Send ||
                           row.opcode == Opcode::Illegal;
    Instruction instruction;
    instruction.opcode = row.opcode;
    const bool refused =
        refusal_of(instruction).find("expected an operation of the ALU") != std::string::npos;
    EXPECT_EQ(refused, elsewhere) << row.text;
  }
}

TEST(Gen8AluRefusal, NamesTheAddressThatIsOutside) {
  Registers registers;
  registers.address[2] = 4094;
  const Instruction read = move(to(20, kUd), indirect(2, 0, kUd, kScalarRegion));
  try {
    operation_of(read)(read, registers, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::EndsWith(
                    "expected an address within the general registers, 0 to 4095, found 4094"));
  }
}

}  // namespace
}  // namespace lanefold::gen8
