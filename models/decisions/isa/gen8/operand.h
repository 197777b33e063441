// SPDX-License-Identifier: Apache-2.0
// One operand of an instruction of Gen8's EU: a region of a register file, or an immediate.
#pragma once

#include <cstdint>
#include <optional>

namespace lanefold::gen8 {

/// General registers of a thread, of kRegisterBytes each.
constexpr unsigned kGeneralRegisters = 128;
constexpr unsigned kRegisterBytes = 32;

/// Types of elements. The first eleven stand in registers, with their codes in the encoding as
/// values; the last three are vectors packed into a 32-bit immediate.
enum class DataType : std::uint8_t { Ud, D, Uw, W, Ub, B, Df, F, Uq, Q, Hf, Uv, Vf, V };

/// Bytes of an element: 1, 2, 4 or 8; those of the whole immediate for packed vectors.
constexpr unsigned type_bytes(DataType type) {
  switch (type) {
    case DataType::Ub:
    case DataType::B:
      return 1;
    case DataType::Uw:
    case DataType::W:
    case DataType::Hf:
      return 2;
    case DataType::Df:
    case DataType::Uq:
    case DataType::Q:
      return 8;
    default:
      return 4;
  }
}

/// Register files: the general one, and what the manual calls architecture registers.
enum class RegisterFile : std::uint8_t {
  General,             ///< r0 to r127
  Null,                ///< reads are undefined, writes are dropped
  Address,             ///< a0, 16 elements of 16 bits
  Accumulator,         ///< acc0, acc1
  MacroAccumulator,    ///< mme0 to mme7, the accumulators of math macros
  Flag,                ///< f0, f1, of 32 bits each
  ChannelEnable,       ///< ce
  StackPointer,        ///< sp
  State,               ///< sr0, sr1
  Control,             ///< cr0: rounding mode, denormals, exceptions
  Notification,        ///< n0, the counts that `wait` waits for
  InstructionPointer,  ///< ip
  ThreadDependency,    ///< tdr0
  Timestamp,           ///< tm0
  Debug,               ///< dbg0
};

/// Which elements a source names: rows of `width` elements, `horizontal` apart, rows `vertical`
/// apart; strides count elements, 0 repeats one. Without `vertical`, each row of an indirect source
/// has an element of the address register of its own.
struct Region {
  std::optional<std::uint8_t> vertical = 0;  ///< 0, 1, 2, 4, 8, 16 or 32
  std::uint8_t width = 1;                    ///< 1, 2, 4, 8 or 16
  std::uint8_t horizontal = 0;               ///< 0, 1, 2 or 4; the only stride of a destination

  friend constexpr bool operator==(const Region& a, const Region& b) {
    return a.vertical == b.vertical && a.width == b.width && a.horizontal == b.horizontal;
  }
};

constexpr Region kScalarRegion = {0, 1, 0};
constexpr Region kPackedRegion = {8, 8, 1};

enum class OperandKind : std::uint8_t {
  None,
  Register,   ///< `number` and `byte` of `file`
  Indirect,   ///< a general register at a0.`address_element` + `address_offset`, in bytes
  Immediate,  ///< `immediate`
};

/// Value of Operand::macro that names no special accumulator.
constexpr std::uint8_t kNoMacroAccumulator = 8;

struct Operand {
  OperandKind kind = OperandKind::None;
  RegisterFile file = RegisterFile::General;
  DataType type = DataType::Ud;
  std::uint8_t number = 0;           ///< 0..127 of the general file
  std::uint8_t byte = 0;             ///< of the first element within its register, 0..31
  std::uint8_t address_element = 0;  ///< 0..15
  std::int16_t address_offset = 0;   ///< bytes, -512..511
  Region region = kScalarRegion;
  bool negate = false;
  bool absolute = false;    ///< before `negate`
  bool complement = false;  ///< of all bits: what negation means to logic
  /// Of math macros: mme0..mme7, which holds the value's extra bits, or kNoMacroAccumulator.
  std::optional<std::uint8_t> macro;
  std::uint64_t immediate = 0;  ///< bits as encoded: 16 (both halves equal), 32 or 64
};

}  // namespace lanefold::gen8
