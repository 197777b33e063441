// SPDX-License-Identifier: Apache-2.0
// One decoded instruction of Gen8's EU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "decisions/isa/gen8/message.h"
#include "decisions/isa/gen8/opcode.h"
#include "decisions/isa/gen8/operand.h"

namespace lanefold::gen8 {

/// How flags make a predicate, by the code of the encoding: each channel its own bit, the same bit
/// of both flags of a register (v), or groups of channels (h).
enum class PredicateControl : std::uint8_t {
  None,
  Sequential,
  AnyV,
  AllV,
  Any2h,
  All2h,
  Any4h,
  All4h,
  Any8h,
  All8h,
  Any16h,
  All16h,
  Any32h,
  All32h,
};

/// What sets the flag, by the code of the encoding.
enum class Condition : std::uint8_t {
  None = 0,
  Equal = 1,
  NotEqual = 2,
  Greater = 3,
  GreaterEqual = 4,
  Less = 5,
  LessEqual = 6,
  Overflow = 8,
  Unordered = 9,
};

/// By the code of the encoding. Invm and Rsqtm are macros: they take and leave special
/// accumulators.
enum class MathFunction : std::uint8_t {
  Inverse = 1,
  Log = 2,
  Exp = 3,
  SquareRoot = 4,
  ReciprocalSquareRoot = 5,
  Sin = 6,
  Cos = 7,
  FloatDivide = 9,
  Power = 10,
  IntegerDivide = 11,
  IntegerQuotient = 12,
  IntegerRemainder = 13,
  InverseMacro = 14,
  ReciprocalSquareRootMacro = 15,
};

/// Align1 has regions; align16 has swizzles, which this decoder takes where they say no more than
/// a region does.
enum class AccessMode : std::uint8_t { Align1, Align16 };

enum class ThreadControl : std::uint8_t { Normal, Atomic, Switch };

struct Instruction {
  std::uint32_t offset = 0;  ///< bytes from the start of the kernel's code
  std::uint8_t size = 16;    ///< bytes: 16, or 8 when compacted
  Opcode opcode = Opcode::Illegal;
  AccessMode access_mode = AccessMode::Align1;

  std::uint8_t execution_size = 1;  ///< channels: 1, 2, 4, 8, 16 or 32
  std::uint8_t channel_offset = 0;  ///< M0..M28: the first channel, a multiple of 4
  bool no_mask = false;             ///< (W): channels that are off execute, too
  PredicateControl predicate = PredicateControl::None;
  bool predicate_inverted = false;
  Condition condition = Condition::None;
  std::uint8_t flag_register = 0;     ///< f0, f1: of predicate and condition
  std::uint8_t flag_subregister = 0;  ///< 0, 1
  bool saturate = false;
  bool writes_accumulator = false;
  bool no_dependency_clear = false;
  bool no_dependency_check = false;
  ThreadControl thread_control = ThreadControl::Normal;
  bool breakpoint = false;

  Operand destination;
  std::array<Operand, 3> sources;
  std::uint8_t source_count = 0;  ///< of `sources`: 0..3

  MathFunction math = MathFunction::Inverse;  ///< of Opcode::Math
  Message message;                            ///< of Opcode::Send, Opcode::Sendc
  /// Of `if`, `else`, `goto`: the .b form.
  bool branch_control = false;
  /// Targets in bytes from this instruction. `jmpi` and `call` have theirs in `jip`; that of
  /// `jmpi`, too, counts from the jump, although its encoding counts from the next instruction.
  std::int32_t jip = 0;
  std::int32_t uip = 0;

  const OpcodeInfo& info() const { return opcode_info(opcode); }
  bool is_compacted() const { return size == 8; }
  /// Whether the math function is a macro, whose operands name special accumulators.
  bool is_math_macro() const {
    return opcode == Opcode::Math && math >= MathFunction::InverseMacro;
  }
};

/// Decodes the instruction at `offset` of a kernel's code. Throws Error(IllegalInstruction), which
/// names offset, bytes and what was expected, for anything that is not an instruction of
/// opcodes.def. `offset` must be within `code`.
Instruction decode(const std::vector<std::byte>& code, std::size_t offset);

/// All instructions of a kernel's code, without the zeros that pad it. Throws as `decode` does.
std::vector<Instruction> decode_kernel(const std::vector<std::byte>& code);

/// Text as `iga64 -d -p=8 -n` prints it, with one blank for each run of blanks, and with what the
/// message of a send means behind "//".
std::string disassemble(const Instruction& instruction);

}  // namespace lanefold::gen8
