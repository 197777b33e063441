// SPDX-License-Identifier: Apache-2.0
// Decoding: fields, rows, classes and pipes by example; what is not an instruction; disassembly.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decisions/isa/lane_execute.h"
#include "lanefold/memory_map.h"
#include "tests/support/isa_cases.h"
#include "tests/support/qemu.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kDecodeSeed = 20120521;
constexpr std::uint32_t kPc = 0x0001'0100;

// In the order in which one reads a row, whatever the padding.
struct Example {  // NOLINT(clang-analyzer-optin.performance.Padding)
  std::uint32_t word;
  const char* text;
  InstructionClass kind;
  Unit unit;
  unsigned rd, rs1, rs2, rs3, sources;
  std::int32_t imm;
  unsigned operand_bits, access_bytes;
};

using Class = InstructionClass;
constexpr unsigned kF = kFloatRow;

constexpr Example kExamples[] = {
    {0x123452b7, "lui t0, 0x12345", Class::Alu, Unit::Fpu, 5, 0, 0, 0, 0, 0x12345000, 32, 0},
    {0x00001517, "auipc a0, 0x1", Class::Alu, Unit::Fpu, 10, 0, 0, 0, 0, 0x00011100, 32, 0},
    {0xff9ff0ef, "jal ra, 0x100f8", Class::Jump, Unit::Fpu, 1, 0, 0, 0, 0, 0x100f8, 32, 0},
    {0x00008067, "jalr zero, 0(ra)", Class::JumpRegister, Unit::Fpu, kSinkRow, 1, 0, 0, 1, 0, 32,
     0},
    {0xfeb51ee3, "bne a0, a1, 0x100fc", Class::Branch, Unit::Fpu, kSinkRow, 10, 11, 0, 2, 0x100fc,
     32, 0},
    {0x7eb50fe3, "beq a0, a1, 0x110fe", Class::Branch, Unit::Fpu, kSinkRow, 10, 11, 0, 2, 0x110fe,
     32, 0},
    {0xffc12503, "lw a0, -4(sp)", Class::Load, Unit::Send, 10, 2, 0, 0, 1, -4, 32, 4},
    {0x00014503, "lbu a0, 0(sp)", Class::Load, Unit::Send, 10, 2, 0, 0, 1, 0, 32, 1},
    {0xfea11fa3, "sh a0, -1(sp)", Class::Store, Unit::Send, kSinkRow, 2, 10, 0, 2, -1, 32, 2},
    {0x7ea12fa3, "sw a0, 2047(sp)", Class::Store, Unit::Send, kSinkRow, 2, 10, 0, 2, 2047, 32, 4},
    {0xfff50513, "addi a0, a0, -1", Class::Alu, Unit::Fpu, 10, 10, 0, 0, 1, -1, 32, 0},
    {0x41f55513, "srai a0, a0, 31", Class::Alu, Unit::Fpu, 10, 10, 0, 0, 1, 31, 32, 0},
    {0x40b50533, "sub a0, a0, a1", Class::Alu, Unit::Fpu, 10, 10, 11, 0, 2, 0, 32, 0},
    {0x02b50533, "mul a0, a0, a1", Class::Alu, Unit::Fpu, 10, 10, 11, 0, 2, 0, 32, 0},
    {0x20b54533, "sh2add a0, a0, a1", Class::Alu, Unit::Fpu, 10, 10, 11, 0, 2, 0, 32, 0},
    {0x0ab54533, "min a0, a0, a1", Class::Alu, Unit::Fpu, 10, 10, 11, 0, 2, 0, 32, 0},
    {0x60251513, "cpop a0, a0", Class::Alu, Unit::Fpu, 10, 10, 0, 0, 1, 0, 32, 0},
    {0x60755513, "rori a0, a0, 7", Class::Alu, Unit::Fpu, 10, 10, 0, 0, 1, 7, 32, 0},
    {0x0eb55533, "czero.eqz a0, a0, a1", Class::Alu, Unit::Fpu, 10, 10, 11, 0, 2, 0, 32, 0},
    {0x02b54533, "div a0, a0, a1", Class::Alu, Unit::Em, 10, 10, 11, 0, 2, 0, 32, 0},
    {0x0ff0000f, "fence iorw, iorw", Class::Fence, Unit::Send, kSinkRow, 0, 0, 0, 0, 0xff, 32, 0},
    {0x100525af, "lr.w a1, (a0)", Class::Atomic, Unit::Send, 11, 10, 0, 0, 1, 0, 32, 4},
    {0x00c525af, "amoadd.w a1, a2, (a0)", Class::Atomic, Unit::Send, 11, 10, 12, 0, 2, 0, 32, 4},
    {0x06c525af, "amoadd.w.aqrl a1, a2, (a0)", Class::Atomic, Unit::Send, 11, 10, 12, 0, 2, 0, 32,
     4},
    {0xcc002573, "csrrs a0, 0xcc0, zero", Class::Csr, Unit::Fpu, 10, 0, 0, 0, 1, 0xcc0, 32, 0},
    {0x0012d073, "csrrwi zero, 0x1, 5", Class::Csr, Unit::Fpu, kSinkRow, 5, 0, 0, 0, 1, 32, 0},
    {0x00c12507, "flw fa0, 12(sp)", Class::Load, Unit::Send, kF + 10, 2, 0, 0, 1, 12, 32, 4},
    {0x00c13507, "fld fa0, 12(sp)", Class::Load, Unit::Send, kF + 10, 2, 0, 0, 1, 12, 32, 8},
    {0x00a13627, "fsd fa0, 12(sp)", Class::Store, Unit::Send, kSinkRow, 2, kF + 10, 0, 2, 12, 32,
     8},
    {0x60d67543, "fmadd.s fa0, fa2, fa3, fa2", Class::Alu, Unit::Either, kF + 10, kF + 12, kF + 13,
     kF + 12, 3, 0, 32, 0},
    {0x00c5f553, "fadd.s fa0, fa1, fa2", Class::Alu, Unit::Either, kF + 10, kF + 11, kF + 12, 0, 2,
     0, 32, 0},
    {0x02c58553, "fadd.d fa0, fa1, fa2, rne", Class::Alu, Unit::Either, kF + 10, kF + 11, kF + 12,
     0, 2, 0, 64, 0},
    {0x18c5f553, "fdiv.s fa0, fa1, fa2", Class::Alu, Unit::Em, kF + 10, kF + 11, kF + 12, 0, 2, 0,
     32, 0},
    {0x5a05f553, "fsqrt.d fa0, fa1", Class::Alu, Unit::Em, kF + 10, kF + 11, 0, 0, 1, 0, 64, 0},
    {0x28c58553, "fmin.s fa0, fa1, fa2", Class::Alu, Unit::Fpu, kF + 10, kF + 11, kF + 12, 0, 2, 0,
     32, 0},
    {0xa2c5a553, "feq.d a0, fa1, fa2", Class::Alu, Unit::Fpu, 10, kF + 11, kF + 12, 0, 2, 0, 64, 0},
    {0xc0059553, "fcvt.w.s a0, fa1, rtz", Class::Alu, Unit::Fpu, 10, kF + 11, 0, 0, 1, 0, 32, 0},
    {0x4015f553, "fcvt.s.d fa0, fa1", Class::Alu, Unit::Fpu, kF + 10, kF + 11, 0, 0, 1, 0, 64, 0},
    {0xd2058553, "fcvt.d.w fa0, a1", Class::Alu, Unit::Fpu, kF + 10, 11, 0, 0, 1, 0, 64, 0},
    {0xf0058553, "fmv.w.x fa0, a1", Class::Alu, Unit::Fpu, kF + 10, 11, 0, 0, 1, 0, 32, 0},
    {0x0000000b, "lf.barrier", Class::Barrier, Unit::Send, kSinkRow, 0, 0, 0, 0, 0, 32, 0},
    {0x0200000b, "lf.barrier.local", Class::Barrier, Unit::Send, kSinkRow, 0, 0, 0, 0, 0, 32, 0},
    {0x0000100b, "lf.exit", Class::Exit, Unit::Fpu, kSinkRow, 0, 0, 0, 0, 0, 32, 0},
    {0x0ec5a50b, "lf.pow.s fa0, fa1, fa2", Class::Alu, Unit::Em, kF + 10, kF + 11, kF + 12, 0, 2, 0,
     32, 0},
    {0xffc5c50b, "lf.snoop.bu a0, -4(a1)", Class::Load, Unit::Send, 10, 11, 0, 0, 1, -4, 32, 1},
    {0x00c5e50b, "lf.snoop.w a0, 12(a1)", Class::Load, Unit::Send, 10, 11, 0, 0, 1, 12, 32, 4},
};

TEST(Decode, FindsFieldsRowsAndPipes) {
  for (const Example& e : kExamples) {
    const Instruction i = decode(e.word, kPc);
    SCOPED_TRACE(e.text);
    EXPECT_EQ(disassemble(i), e.text);
    EXPECT_EQ(i.word, e.word);
    EXPECT_EQ(i.pc, kPc);
    EXPECT_EQ(i.kind, e.kind);
    EXPECT_EQ(i.unit, e.unit);
    EXPECT_EQ(i.rd, e.rd);
    EXPECT_EQ(i.rs1, e.rs1);
    EXPECT_EQ(i.rs2, e.rs2);
    EXPECT_EQ(i.rs3, e.rs3);
    EXPECT_EQ(i.sources, e.sources);
    EXPECT_EQ(i.imm, e.imm);
    EXPECT_EQ(i.operand_bits, e.operand_bits);
    EXPECT_EQ(i.access_bytes, e.access_bytes);
  }
}

TEST(Decode, RejectsUnsupportedInstructions) {
  const std::uint32_t words[] = {
      0x00000000, 0xffffffff, 0x00000073, 0x00100073,  // ecall, ebreak
      0x30200073, 0x10500073,                          // mret, wfi
      0x0000100f,                                      // fence.i
      0x00003003,                                      // ld
      0x00003023,                                      // sd
      0x02051513,                                      // slli with shift amount 32
      0x00002063,                                      // branch with funct3 2
      0x00009067,                                      // jalr with funct3 1
      0x0000403b,                                      // an instruction of RV64
      0x00c5d553, 0x00c5e553,                          // fadd.s with rounding mode 5, 6
      0x04c5f553, 0x06c5f553,                          // fadd.h, fadd.q
      0x100535af,                                      // lr.d
      0x108525af,                                      // lr.w with rs2
      0x50c525af,                                      // no such atomic operation
      0x58c5f553,                                      // fsqrt.s with rs2
      0x0010000b,                                      // barrier with rs2
      0x0800000b,                                      // barrier with funct7 4
      0x0000108b,                                      // exit with rd
      0x10b5250b,                                      // extended math beyond the last operation
      0x0000300b, 0x0000500b, 0x0000700b,              // custom-0 with funct3 3, 5, 7
      0x00004501,                                      // compressed
  };
  for (const std::uint32_t word : words) {
    const Instruction i = decode(word, kPc);
    EXPECT_EQ(i.opcode, Opcode::Illegal) << std::hex << word << ": " << disassemble(i);
    EXPECT_EQ(i.kind, InstructionClass::Illegal);
    EXPECT_EQ(i.word, word);
    EXPECT_THAT(disassemble(i), testing::StartsWith("illegal 0x"));
  }
}

TEST(Decode, RefusesReservedRoundingModesOfEveryOpcode) {
  std::mt19937_64 random(kDecodeSeed);
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    if (kOpcodeTable[i].format == Format::Rounded) {
      const auto opcode = static_cast<Opcode>(i);
      for (const unsigned rounding : {5, 6}) {
        EXPECT_EQ(decode(test_word(opcode, rounding, random), 0).opcode, Opcode::Illegal);
      }
      EXPECT_EQ(decode(test_word(opcode, 4, random), 0).rounding, 4);
    }
  }
}

TEST(Decode, FollowsTheMemoryMapsCustomInstructions) {
  const auto group = [](Custom0Group g) { return kCustom0 | static_cast<std::uint32_t>(g) << 12; };
  EXPECT_EQ(decode(group(Custom0Group::Barrier), 0).opcode, Opcode::Barrier);
  EXPECT_EQ(decode(group(Custom0Group::Exit), 0).opcode, Opcode::Exit);
  EXPECT_EQ(decode(group(Custom0Group::SnoopByte), 0).opcode, Opcode::SnoopBu);
  EXPECT_EQ(decode(group(Custom0Group::SnoopWord), 0).opcode, Opcode::SnoopW);
  const std::pair<ExtendedMathOp, Opcode> operations[] = {
      {ExtendedMathOp::Rsqrt, Opcode::EmRsqrt}, {ExtendedMathOp::Sin, Opcode::EmSin},
      {ExtendedMathOp::Cos, Opcode::EmCos},     {ExtendedMathOp::Exp, Opcode::EmExp},
      {ExtendedMathOp::Exp2, Opcode::EmExp2},   {ExtendedMathOp::Log, Opcode::EmLog},
      {ExtendedMathOp::Log2, Opcode::EmLog2},   {ExtendedMathOp::Pow, Opcode::EmPow}};
  for (const auto& [operation, opcode] : operations) {
    const auto funct7 = static_cast<std::uint32_t>(operation) << 25;
    EXPECT_EQ(decode(group(Custom0Group::ExtendedMath) | funct7, 0).opcode, opcode);
  }
}

TEST(Decode, EveryOpcodeIsFoundByItsOwnWords) {
  std::mt19937_64 random(kDecodeSeed);
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    for (int n = 0; n < 50; ++n) {
      const Instruction instruction = decode(test_word(opcode, 0, random), 0);
      ASSERT_EQ(instruction.opcode, opcode) << kOpcodeTable[i].text;
      ASSERT_LE(instruction.rd, kSinkRow);
      ASSERT_EQ(instruction.sources, kOpcodeTable[i].sources());
    }
  }
}

TEST(Decode, NoTwoOpcodesClaimTheSameWord) {
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    const OpcodeInfo& a = kOpcodeTable[i];
    EXPECT_EQ(a.match & ~a.mask, 0U) << a.text;
    for (std::size_t k = i + 1; k < kOpcodeCount; ++k) {
      const OpcodeInfo& b = kOpcodeTable[k];
      EXPECT_NE((a.match ^ b.match) & a.mask & b.mask, 0U) << a.text << " and " << b.text;
    }
  }
}

TEST(Decode, AnyWordDecodesAndDisassembles) {
  std::mt19937_64 random(kDecodeSeed);
  for (int i = 0; i < 200'000; ++i) {
    const auto word = static_cast<std::uint32_t>(random());
    const Instruction instruction = decode(word, static_cast<std::uint32_t>(random()));
    ASSERT_EQ(instruction.word, word);
    ASSERT_FALSE(disassemble(instruction).empty());
    ASSERT_LT(instruction.rd, kRegisterRows);
    ASSERT_LT(instruction.rs1, kFloatHighRow);
    ASSERT_LT(instruction.rs2, kFloatHighRow);
    ASSERT_LT(instruction.rs3, kFloatHighRow);
    ASSERT_EQ(instruction.opcode == Opcode::Illegal, instruction.kind == Class::Illegal);
  }
}

/// Jumps are written with absolute targets, which only a linker could resolve.
bool can_be_assembled(const OpcodeInfo& info) {
  return info.format != Format::Branch && info.format != Format::Jump &&
         info.format != Format::None && info.mask != 0 && (info.match & 0x7f) != kCustom0;
}

TEST(Disassemble, WritesAssemblerSyntax) {
  std::mt19937_64 random(kDecodeSeed);
  std::string assembly;
  std::string bytes;
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    if (!can_be_assembled(kOpcodeTable[i])) {
      continue;
    }
    for (int n = 0; n < 8; ++n) {
      std::uint32_t word = test_word(static_cast<Opcode>(i), n % 5, random);
      word = kOpcodeTable[i].format == Format::Fence ? word & 0x0ff0707f : word;
      assembly += disassemble(decode(word, 0)) + "\n";
      bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
  }
  const TemporaryFolder folder;
  const auto object = assemble_riscv(folder.path(), assembly);
  EXPECT_THAT(output_of("cat '" + object.string() + "'"), testing::HasSubstr(bytes));
}

TEST(FloatTraits, ComeFromDoublesAndTheFloatControlRegisters) {
  const auto observed = [](std::uint32_t word) {
    FloatTraits traits;
    observe(decode(word, 0), traits);
    return std::vector<bool>{traits.has_double, traits.reads_flags, traits.writes_rounding};
  };
  using Traits = std::vector<bool>;
  EXPECT_EQ(observed(0x00c5f553), (Traits{false, false, false}));  // fadd.s
  EXPECT_EQ(observed(0x02c5f553), (Traits{true, false, false}));   // fadd.d
  EXPECT_EQ(observed(0x00c13507), (Traits{true, false, false}));   // fld
  EXPECT_EQ(observed(0x00102573), (Traits{false, true, false}));   // frflags
  EXPECT_EQ(observed(0x00202573), (Traits{false, false, false}));  // frrm
  EXPECT_EQ(observed(0x00259073), (Traits{false, false, true}));   // fsrm a1
  EXPECT_EQ(observed(0x00359073), (Traits{false, true, true}));    // fscsr a1
  EXPECT_EQ(observed(0x00302573), (Traits{false, true, false}));   // frcsr
  EXPECT_EQ(observed(0x00205073), (Traits{false, false, true}));   // fsrmi 0
}

}  // namespace
}  // namespace lanefold
