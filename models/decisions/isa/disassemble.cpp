// SPDX-License-Identifier: Apache-2.0
// Assembler text of an instruction, as GNU tools write it without aliases.

#include <fmt/format.h>

#include "decisions/isa/opcode_table.h"

namespace lanefold {
namespace {

constexpr std::array<const char*, 32> kIntegerNames = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
constexpr std::array<const char*, 32> kFloatNames = {
    "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1", "fa0",
    "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4", "fs5",
    "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};
constexpr std::array<const char*, 8> kRoundingNames = {"rne", "rtz", "rdn", "rup",
                                                       "rmm", "",    "",    "dyn"};
constexpr std::uint32_t kDynamicRounding = 7;

std::string register_name(unsigned row) {
  if (row == kSinkRow) {
    return "zero";
  }
  return row < kFloatRow ? kIntegerNames[row] : kFloatNames[row - kFloatRow];
}

std::string fence_set(std::uint32_t bits) {
  std::string text;
  for (unsigned i = 0; i < 4; ++i) {
    if ((bits >> (3 - i) & 1U) != 0) {
      text += "iorw"[i];
    }
  }
  return text.empty() ? "0" : text;
}

std::string registers(const Instruction& i, const OpcodeInfo& info) {
  std::string text = register_name(i.rd);
  const std::array<unsigned, 3> rows = {i.rs1, i.rs2, i.rs3};
  for (unsigned n = 0; n < info.sources(); ++n) {
    text += ", " + register_name(rows[n]);
  }
  return text;
}

std::string rounded(const Instruction& i, const OpcodeInfo& info) {
  const bool never_rounds =
      info.result() == 'D' && (info.signature[1] == 'X' || info.signature[1] == 'S');
  const unsigned usual = never_rounds ? 0 : kDynamicRounding;
  std::string text = registers(i, info);
  return i.rounding == usual ? text : text + ", " + kRoundingNames[i.rounding];
}

std::string atomic_suffix(std::uint32_t word) {
  return std::string((word >> 26 & 1U) != 0 ? ".aq" : "") + ((word >> 25 & 1U) != 0 ? "rl" : "");
}

std::string atomic(const Instruction& i, const OpcodeInfo& info) {
  const std::string address = fmt::format("({})", register_name(i.rs1));
  if (info.sources() == 1) {
    return fmt::format("{}, {}", register_name(i.rd), address);
  }
  return fmt::format("{}, {}, {}", register_name(i.rd), register_name(i.rs2), address);
}

std::string operands(const Instruction& i, const OpcodeInfo& info) {
  const std::string rd = register_name(i.rd);
  const std::string rs1 = register_name(i.rs1);
  const auto target = static_cast<std::uint32_t>(i.imm);
  switch (info.format) {
    case Format::None:
      return "";
    case Format::Register:
      return registers(i, info);
    case Format::Rounded:
      return rounded(i, info);
    case Format::Immediate:
    case Format::Shift:
      return fmt::format("{}, {}, {}", rd, rs1, i.imm);
    case Format::Memory:
      return fmt::format("{}, {}({})", rd, i.imm, rs1);
    case Format::Store:
      return fmt::format("{}, {}({})", register_name(i.rs2), i.imm, rs1);
    case Format::Branch:
      return fmt::format("{}, {}, {:#x}", rs1, register_name(i.rs2), target);
    case Format::Upper:
      return fmt::format("{}, {:#x}", rd, i.word >> 12);
    case Format::Jump:
      return fmt::format("{}, {:#x}", rd, target);
    case Format::Atomic:
      return atomic(i, info);
    case Format::Csr:
      return fmt::format("{}, {:#x}, {}", rd, target, rs1);
    case Format::CsrImmediate:
      return fmt::format("{}, {:#x}, {}", rd, target, i.rs1);
    case Format::Fence:
      return fence_set(target >> 4) + ", " + fence_set(target);
  }
  return "";
}

}  // namespace

std::string disassemble(const Instruction& instruction) {
  if (instruction.opcode == Opcode::Illegal) {
    return fmt::format("illegal {:#010x}", instruction.word);
  }
  const OpcodeInfo& info = opcode_info(instruction.opcode);
  std::string text = info.text;
  if (info.format == Format::Atomic) {
    const std::string suffix = atomic_suffix(instruction.word);
    text += suffix == "rl" ? ".rl" : suffix;
  }
  const std::string rest = operands(instruction, info);
  return rest.empty() ? text : text + " " + rest;
}

}  // namespace lanefold
