// SPDX-License-Identifier: Apache-2.0
// What the machine needs of a program: its bytes, predecoded code, control flow and kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "decisions/divergence/control_flow.h"
#include "decisions/isa/instruction.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/isa/register_set.h"
#include "decisions/program/kernel_table.h"
#include "lanefold/kernel_info.h"

namespace lanefold {

/// How many instructions of each kind a basic block holds, so that a run can count whole blocks.
struct BlockCounts {
  std::uint32_t instructions = 0;
  std::uint32_t fpu = 0;
  std::uint32_t em = 0;
  std::uint32_t send = 0;
  std::uint32_t alu_32 = 0;  ///< on the FPU or EM pipe with 32-bit operands
  std::uint32_t alu_64 = 0;
};

/// Counts the instructions from `first` to `last`, both included.
BlockCounts count_instructions(const Instruction* first, const Instruction* last);

/// A number that no other program of this process has; an address may come again.
std::uint64_t next_program_number();

struct ProgramImage {
  std::uint64_t number = next_program_number();
  std::vector<std::byte> elf;    ///< the whole file: its line table serves messages
  std::vector<std::byte> bytes;  ///< code and constants as loaded
  std::uint32_t begin = 0;       ///< address of bytes[0]
  std::vector<Instruction> code;
  ControlFlow flow;
  std::vector<BlockCounts> counts;  ///< by block
  FloatTraits traits;
  RegisterSet rows;     ///< of the register file that its code can read or write
  bool prints = false;  ///< a launch needs a printf buffer
  std::vector<KernelInfo> kernels;
  std::vector<std::uint32_t> entries;  ///< pc of each kernel's entry stub
  /// By pc of a function's entry, where it keeps registers (StackSpills).
  std::map<std::uint32_t, std::vector<StackArea>> spills;

  const Instruction& at(std::uint32_t pc) const { return code[(pc - flow.base) / 4]; }
};

/// Decodes the code of an image, whose first word is at `base`, and finds what depends on code
/// alone: traits, rows, and the functions that carry instructions out.
void decode_code(const std::vector<std::uint32_t>& words, std::uint32_t base, ProgramImage& image);

/// "file.cl:12" for a pc, or an empty string when the line table does not know it.
std::string source_line(const ProgramImage& image, std::uint32_t pc);

}  // namespace lanefold
