// SPDX-License-Identifier: Apache-2.0
// What the pipeline is told of instructions of the EU: the registers that must be free, and those
// that are written.
#include "decisions/eu/pipeline_needs.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

RegisterSet set_of(std::initializer_list<unsigned> numbers) {
  RegisterSet set;
  for (const unsigned number : numbers) set.set(number);
  return set;
}

PipelineInstruction needs_of(const Instruction& instruction) {
  return pipeline_needs(instruction, MessageForm{});
}

TEST(PipelineNeeds, HaveTheRegistersThatRegionsLieIn) {
  const PipelineInstruction add =
      needs_of(make(Opcode::Add, 16, general(20, kD), {general(4, kD), general(8, kW)}));
  EXPECT_EQ(add.writes, set_of({20, 21}));
  EXPECT_EQ(add.needs, set_of({4, 5, 8, 20, 21}));
  EXPECT_EQ(add.unit, Unit::Fpu);
  EXPECT_EQ(add.operands[0].bits, 32);
  EXPECT_EQ(add.operands[1].bits, 16);
  const PipelineInstruction scalar =
      needs_of(make(Opcode::Mov, 8, general(20, kD), {general(4, kD, kScalarRegion)}));
  EXPECT_EQ(scalar.operands[0].shape, RegisterOperand::Shape::One);
  const PipelineInstruction rows =
      needs_of(make(Opcode::Mov, 8, general(20, kD), {general(4, kD, {16, 4, 1})}));
  EXPECT_EQ(rows.operands[0].shape, RegisterOperand::Shape::Registers);
  EXPECT_EQ(rows.operands[0].count, 2);
  EXPECT_EQ(rows.needs, set_of({4, 6, 20}));
}

TEST(PipelineNeeds, SendFloatSumsAndProductsToEitherPipe) {
  const Operand f = general(4, kF);
  EXPECT_EQ(needs_of(make(Opcode::Mad, 8, general(20, kF), {f, f, f})).unit, Unit::Either);
  EXPECT_EQ(needs_of(make(Opcode::Mul, 8, general(20, kF), {f, general(5, kD)})).unit, Unit::Fpu);
  EXPECT_EQ(needs_of(make(Opcode::Math, 8, general(20, kF), {f})).unit, Unit::Em);
}

TEST(PipelineNeeds, KnowFlagsByTheirHalves) {
  Instruction compare = make(Opcode::Cmp, 16, general(20, kD), {general(4, kD), general(8, kD)});
  compare.condition = Condition::Less;
  EXPECT_TRUE(needs_of(compare).writes.test(kFlagNumber));
  EXPECT_FALSE(needs_of(compare).writes.test(kFlagNumber + 1));
  compare.channel_offset = 16;
  EXPECT_FALSE(needs_of(compare).writes.test(kFlagNumber));
  EXPECT_TRUE(needs_of(compare).writes.test(kFlagNumber + 1));
  Instruction add = make(Opcode::Add, 8, general(20, kD), {general(4, kD), general(8, kD)});
  add.predicate = PredicateControl::Any32h;
  add.flag_register = 1;
  EXPECT_TRUE(needs_of(add).needs.test(kFlagNumber + 2));
  EXPECT_TRUE(needs_of(add).needs.test(kFlagNumber + 3));
  EXPECT_TRUE(needs_of(add).predicated);
}

TEST(PipelineNeeds, NameFlagsAndControlThatValuesDependOn) {
  Instruction copy = make(Opcode::Mov, 2, to(0, DataType::Uw, 2), {general(4, kD)});
  copy.destination.file = RegisterFile::Flag;
  EXPECT_TRUE(needs_of(copy).writes.test(kFlagNumber + 2)) << "the second element is that of f1";
  const Instruction least = with(
      make(Opcode::Sel, 8, general(20, kD), {general(4, kF), general(8, kF)}), Condition::Less);
  EXPECT_TRUE(needs_of(least).needs.test(kControlNumber)) << "denormals compare as zeros";
}

TEST(PipelineNeeds, TakeNoFlagForChoicesByComparison) {
  Instruction least = make(Opcode::Sel, 8, general(20, kD), {general(4, kD), general(8, kD)});
  least.condition = Condition::Less;
  EXPECT_EQ(needs_of(least).needs, set_of({4, 8, 20}));
  EXPECT_EQ(needs_of(least).writes, set_of({20}));
  least.condition = Condition::None;
  least.predicate = PredicateControl::Sequential;
  EXPECT_TRUE(needs_of(least).needs.test(kFlagNumber));
  EXPECT_FALSE(needs_of(least).predicated) << "the predicate chooses an operand";
}

TEST(PipelineNeeds, KnowWhatNoOperandNames) {
  Instruction divide = make(Opcode::Math, 8, general(20, kD), {general(4, kD), general(8, kD)});
  divide.math = MathFunction::IntegerDivide;
  EXPECT_EQ(needs_of(divide).writes, set_of({20, 21})) << "quotient and remainder";
  Instruction inverse = make(Opcode::Math, 8, general(20, kF), {general(4, kF), general(8, kF)});
  inverse.math = MathFunction::InverseMacro;
  EXPECT_TRUE(needs_of(inverse).writes.test(kFlagNumber));
  EXPECT_TRUE(needs_of(make(Opcode::Mach, 8, general(20, kD), {general(4, kD), general(8, kD)}))
                  .writes.test(kAccumulatorNumber));
  Operand indirect = general(0, kD);
  indirect.kind = OperandKind::Indirect;
  const PipelineInstruction gather = needs_of(make(Opcode::Mov, 8, general(20, kD), {indirect}));
  EXPECT_TRUE(gather.needs.test(0) && gather.needs.test(127) && gather.needs.test(kAddressNumber));
}

TEST(PipelineNeeds, ResolveWhatLeavesASubroutineLate) {
  Instruction call = make(Opcode::Call, 8, general(5, DataType::Ud), {});
  EXPECT_EQ(needs_of(call).kind, InstructionClass::Jump);
  EXPECT_EQ(needs_of(call).writes, set_of({5}));
  call.predicate = PredicateControl::Sequential;
  EXPECT_EQ(needs_of(call).kind, InstructionClass::Branch);
  Instruction ret = make(Opcode::Ret, 8, {}, {general(5, DataType::Ud)});
  EXPECT_EQ(needs_of(ret).kind, InstructionClass::JumpRegister);
  EXPECT_TRUE(resolves_late(needs_of(ret)));
  EXPECT_TRUE(needs_of(ret).needs.test(5));
}

TEST(PipelineNeeds, ResolveConditionalBranchesLate) {
  Instruction jump = make(Opcode::Goto, 16, Operand{}, {});
  EXPECT_FALSE(resolves_late(needs_of(jump)));
  EXPECT_TRUE(needs_of(jump).ends_block);
  jump.predicate = PredicateControl::Sequential;
  EXPECT_TRUE(resolves_late(needs_of(jump)));
  EXPECT_EQ(needs_of(jump).unit, Unit::Control);
}

}  // namespace
}  // namespace lanefold::gen8
