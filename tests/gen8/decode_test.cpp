// SPDX-License-Identifier: Apache-2.0
// The fields of decoded instructions, by example, and the end of a kernel.

#include <gtest/gtest.h>

#include "tests/gen8/encoding_case.h"

namespace lanefold::gen8 {
namespace {

/// A number of zero bytes, as pads a kernel.
std::vector<std::byte> padded(const std::string& hexadecimal, std::size_t zeros) {
  std::vector<std::byte> code = code_of(hexadecimal);
  code.insert(code.end(), zeros, std::byte{0});
  return code;
}

constexpr const char* kEndOfThread = "31006007043a0020e00f8d0610000082";
constexpr const char* kCompactedAdd = "404f0220e7040506";

// (W&~f1.0.any8h) add (4|M12) (gt)f1.0 (sat)r4.2<2>:f -(abs)r5.3<0;1,0>:f 0.5:f {AccWrEn}
constexpr const char* kAdd = "40185893ee3a8840ac60003e0000003f";

TEST(Gen8Decode, TakesTheControlsOfAnInstruction) {
  const Instruction add = decode(code_of(kAdd), 0);
  EXPECT_EQ(add.opcode, Opcode::Add);
  EXPECT_FALSE(add.is_compacted());
  EXPECT_EQ(add.access_mode, AccessMode::Align1);
  EXPECT_EQ(add.execution_size, 4);
  EXPECT_EQ(add.channel_offset, 12);
  EXPECT_TRUE(add.no_mask);
  EXPECT_EQ(add.predicate, PredicateControl::Any8h);
  EXPECT_TRUE(add.predicate_inverted);
  EXPECT_EQ(add.condition, Condition::Greater);
  EXPECT_EQ(add.flag_register, 1);
  EXPECT_EQ(add.flag_subregister, 0);
  EXPECT_TRUE(add.saturate);
  EXPECT_TRUE(add.writes_accumulator);
}

TEST(Gen8Decode, TakesTheOperandsOfAnInstruction) {
  const Instruction add = decode(code_of(kAdd), 0);
  EXPECT_EQ(add.destination.kind, OperandKind::Register);
  EXPECT_EQ(add.destination.number, 4);
  EXPECT_EQ(add.destination.byte, 8);
  EXPECT_EQ(add.destination.region.horizontal, 2);
  ASSERT_EQ(add.source_count, 2);
  EXPECT_TRUE(add.sources[0].negate);
  EXPECT_TRUE(add.sources[0].absolute);
  EXPECT_EQ(add.sources[0].byte, 12);
  EXPECT_EQ(add.sources[0].region, kScalarRegion);
  EXPECT_EQ(add.sources[1].kind, OperandKind::Immediate);
  EXPECT_EQ(add.sources[1].type, DataType::F);
  EXPECT_EQ(add.sources[1].immediate, 0x3f000000U);
}

TEST(Gen8Decode, TakesIndirectOperands) {
  // (W) mov (8|M8) r[a0.3,-16]<1>:w r[a0.15,8]<4,1>:b
  const Instruction mov = decode(code_of("011060006caaf0a7089ee90100000000"), 0);
  EXPECT_EQ(mov.destination.kind, OperandKind::Indirect);
  EXPECT_EQ(mov.destination.address_element, 3);
  EXPECT_EQ(mov.destination.address_offset, -16);
  EXPECT_EQ(mov.sources[0].address_element, 15);
  EXPECT_EQ(mov.sources[0].address_offset, 8);
  EXPECT_FALSE(mov.sources[0].region.vertical);
  EXPECT_EQ(mov.sources[0].region.width, 4);
}

TEST(Gen8Decode, TakesThreeSourcesAsRegions) {
  // mad (1|M0) r4.3<1>:d -r5.1<0;0>:d r6.0<2;1>:d (abs)r7.0<1>:d
  const Instruction mad = decode(code_of("5b014000404a1004c95300390c20c701"), 0);
  EXPECT_EQ(mad.access_mode, AccessMode::Align16);
  EXPECT_EQ(mad.execution_size, 1);
  EXPECT_EQ(mad.destination.byte, 12);
  ASSERT_EQ(mad.source_count, 3);
  EXPECT_TRUE(mad.sources[0].negate);
  EXPECT_EQ(mad.sources[0].byte, 4);
  EXPECT_EQ(mad.sources[0].region, kScalarRegion);
  EXPECT_EQ(mad.sources[1].region, kPackedRegion);
  EXPECT_TRUE(mad.sources[2].absolute);
  EXPECT_EQ(mad.sources[2].number, 7);
}

TEST(Gen8Decode, TakesArchitectureRegistersAndComplements) {
  // and (8|M0) acc0.0<1>:d ~f1.1<0;1,0>:uw -7:w
  const Instruction bits = decode(code_of("05006000201000242246001ef9fff9ff"), 0);
  EXPECT_EQ(bits.destination.file, RegisterFile::Accumulator);
  EXPECT_EQ(bits.sources[0].file, RegisterFile::Flag);
  EXPECT_EQ(bits.sources[0].number, 1);
  EXPECT_EQ(bits.sources[0].byte, 2);
  EXPECT_TRUE(bits.sources[0].complement);
  EXPECT_FALSE(bits.sources[0].negate);
  EXPECT_EQ(bits.sources[1].immediate, 0xfff9fff9U);
}

TEST(Gen8Decode, TakesSpecialAccumulatorsOfMathMacros) {
  // math.invm (8|M0) (eo)f0.0 r4.mme1:f r5.nomme:f r6.mme3:f
  const Instruction macro = decode(code_of("3801600ee83a8100a800603ac3006000"), 0);
  EXPECT_TRUE(macro.is_math_macro());
  EXPECT_EQ(macro.math, MathFunction::InverseMacro);
  EXPECT_EQ(macro.destination.macro, 1);
  EXPECT_EQ(macro.sources[0].macro, kNoMacroAccumulator);
  EXPECT_EQ(macro.sources[1].macro, 3);
}

TEST(Gen8Decode, TakesTargetsOfBranches) {
  // (~f1.0) if.b (16|M16) 32 -16
  const Instruction branch = decode(code_of("2220911002000000f0ffffff20000000"), 0);
  EXPECT_EQ(branch.opcode, Opcode::If);
  EXPECT_TRUE(branch.branch_control);
  EXPECT_FALSE(branch.writes_accumulator);
  EXPECT_EQ(branch.channel_offset, 16);
  EXPECT_EQ(branch.jip, 32);
  EXPECT_EQ(branch.uip, -16);
}

TEST(Gen8Decode, TakesTheFieldsOfACompactedInstruction) {
  const Instruction add = decode(code_of(kCompactedAdd), 0);
  EXPECT_TRUE(add.is_compacted());
  EXPECT_EQ(add.opcode, Opcode::Add);
  EXPECT_EQ(add.execution_size, 8);
  EXPECT_TRUE(add.no_dependency_clear);
  EXPECT_FALSE(add.no_mask);
  EXPECT_EQ(add.destination.number, 4);
  EXPECT_EQ(add.destination.type, DataType::F);
  ASSERT_EQ(add.source_count, 2);
  EXPECT_EQ(add.sources[1].number, 6);
  EXPECT_EQ(add.sources[1].region, kPackedRegion);
}

TEST(Gen8Decode, CountsTheTargetOfAJumpFromTheJump) {
  const Instruction jump = decode(code_of("20000100040000000000000ed0ffffff"), 0);
  EXPECT_EQ(jump.jip, -32);  // -48 from the next one
}

TEST(Gen8Decode, StopsWherePaddingBegins) {
  const std::vector<Instruction> kernel =
      decode_kernel(padded(std::string(kCompactedAdd) + kEndOfThread, 24));
  ASSERT_EQ(kernel.size(), 2U);
  EXPECT_EQ(kernel[1].offset, 8U);
  EXPECT_TRUE(kernel[1].message.end_of_thread);
  EXPECT_TRUE(decode_kernel(padded("", 64)).empty());
}

}  // namespace
}  // namespace lanefold::gen8
