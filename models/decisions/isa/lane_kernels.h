// SPDX-License-Identifier: Apache-2.0
// The loops over lanes. Each file lane_functions_*.cpp instantiates all of them for one instruction
// set of the host, which it describes by a `Variant` type of its own:
//   static std::uint32_t bits_of(const std::uint32_t*)  packs kLaneGroup words, each 0 or ~0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "decisions/isa/lane_execute.h"
#include "decisions/isa/meaning.h"
#include "decisions/isa/native_float.h"
#include "decisions/isa/opcode_table.h"

// Every lane reads its own elements before it writes them, so rows may coincide. Only GCC needs to
// be told, and to be kept from unrolling a group into scalar code.
#if defined(__clang__)
#define LANEFOLD_EACH_LANE
#define LANEFOLD_EACH_LANE_OF_GROUP
#else
#define LANEFOLD_EACH_LANE _Pragma("GCC ivdep")
#define LANEFOLD_EACH_LANE_OF_GROUP _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

namespace lanefold {

/// How the loops of one opcode are to be built.
template <class VariantType, Rounding kMode, bool kIsBoxed>
struct LoopTraits {
  using Variant = VariantType;
  using Float = NativeFloat<Variant, kMode>;
  /// Singles live NaN-boxed in 64-bit float registers.
  static constexpr bool kBoxed = kIsBoxed;
};

/// One operand of the lanes: the row, and its upper half where the type has one.
template <char kType, bool kBoxed>
class SourceRow {
 public:
  SourceRow(const LaneRegisters& registers, unsigned index)
      : low_(registers.row(index)), high_(kHasHigh ? registers.row(index + kHighOffset) : low_) {}

  auto operator[](std::size_t lane) const {
    if constexpr (kType == 'D') {
      return std::uint64_t{high_[lane]} << 32 | low_[lane];
    } else if constexpr (kHasHigh) {
      return high_[lane] == 0xffff'ffff ? low_[lane] : FloatFormat<std::uint32_t>::kNan;
    } else {
      return low_[lane];
    }
  }

 private:
  static constexpr bool kHasHigh = kType == 'D' || (kType == 'S' && kBoxed);
  static constexpr unsigned kHighOffset = kFloatHighRow - kFloatRow;
  const std::uint32_t* low_;
  const std::uint32_t* high_;
};

/// The result of the lanes.
template <char kType, bool kBoxed>
class ResultRow {
 public:
  ResultRow(const LaneRegisters& registers, unsigned index)
      : low_(registers.row(index)), high_(kHasHigh ? registers.row(index + kHighOffset) : low_) {}

  template <class Bits>
  void write(std::size_t lane, Bits value) const {
    low_[lane] = static_cast<std::uint32_t>(value);
    if constexpr (kHasHigh) {
      high_[lane] = upper(value);
    }
  }
  template <class Bits>
  void write_if(bool active, std::size_t lane, Bits value) const {
    low_[lane] = active ? static_cast<std::uint32_t>(value) : low_[lane];
    if constexpr (kHasHigh) {
      high_[lane] = active ? upper(value) : high_[lane];
    }
  }

 private:
  static constexpr bool kHasHigh = kType == 'D' || (kType == 'S' && kBoxed);
  static constexpr unsigned kHighOffset = kFloatHighRow - kFloatRow;
  static std::uint32_t upper([[maybe_unused]] std::uint64_t value) {
    return kType == 'D' ? static_cast<std::uint32_t>(value >> 32) : 0xffff'ffff;
  }
  std::uint32_t* low_;
  std::uint32_t* high_;
};

/// The operands of an opcode, by its signature; what it does not have is the immediate.
template <class Traits, Opcode kOpcode>
class LaneOperands {
 public:
  LaneOperands(const Instruction& instruction, const LaneRegisters& registers)
      : a_(registers, instruction.rs1),
        b_(registers, instruction.rs2),
        c_(registers, instruction.rs3),
        imm_(static_cast<std::uint32_t>(instruction.imm)) {}

  auto evaluate(std::size_t lane) const {
    Meaning<typename Traits::Float> meaning{{}};
    constexpr Is<kOpcode> kLine{};
    if constexpr (kSources == 3) {
      return meaning.of(kLine, a_[lane], b_[lane], c_[lane]);
    } else if constexpr (kSources == 2) {
      return meaning.of(kLine, a_[lane], b_[lane]);
    } else if constexpr (kSources == 1 && kHasImmediate) {
      return meaning.of(kLine, a_[lane], imm_);
    } else if constexpr (kSources == 1) {
      return meaning.of(kLine, a_[lane]);
    } else {
      return meaning.of(kLine, imm_);
    }
  }

 private:
  static constexpr const OpcodeInfo& kInfo = opcode_info(kOpcode);
  static constexpr unsigned kSources = kInfo.sources();
  static constexpr bool kHasImmediate =
      kInfo.format == Format::Immediate || kInfo.format == Format::Shift;
  static constexpr char type(unsigned index) {
    return index < kSources ? kInfo.signature[index + 1] : 'X';
  }
  SourceRow<type(0), Traits::kBoxed> a_;
  SourceRow<type(1), Traits::kBoxed> b_;
  SourceRow<type(2), Traits::kBoxed> c_;
  std::uint32_t imm_;
};

constexpr std::uint32_t kGroupMask = (1U << kLaneGroup) - 1;

/// A table, since not every host shifts each element of a vector by its own amount.
alignas(64) constexpr std::array<std::uint32_t, kLaneGroup> kLaneBits = {
    1U << 0, 1U << 1, 1U << 2,  1U << 3,  1U << 4,  1U << 5,  1U << 6,  1U << 7,
    1U << 8, 1U << 9, 1U << 10, 1U << 11, 1U << 12, 1U << 13, 1U << 14, 1U << 15};

/// The lanes of `active` in the group that starts at lane `first`.
static inline std::uint32_t group_of(LaneMask active, std::size_t first) {
  return static_cast<std::uint32_t>(active.bits() >> first) & kGroupMask;
}

/// Computes in all lanes when all are active, padding included; else keeps what inactive lanes
/// hold.
template <class Traits, Opcode kOpcode>
LaneMask compute_lanes(const Instruction& instruction, LaneRegisters& registers, LaneMask active) {
  const LaneOperands<Traits, kOpcode> operands(instruction, registers);
  const ResultRow<opcode_info(kOpcode).result(), Traits::kBoxed> result(registers, instruction.rd);
  const std::size_t lanes = std::size_t{registers.stride} / kLaneGroup * kLaneGroup;
  if (active == registers.full) {
    LANEFOLD_EACH_LANE
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      result.write(lane, operands.evaluate(lane));
    }
    return {};
  }
  for (std::size_t first = 0; first < lanes; first += kLaneGroup) {
    const std::uint32_t group = group_of(active, first);
    LANEFOLD_EACH_LANE_OF_GROUP
    for (std::uint32_t i = 0; i < kLaneGroup; ++i) {
      result.write_if((group & kLaneBits[i]) != 0, first + i, operands.evaluate(first + i));
    }
  }
  return {};
}

/// For functions of the C library, which do not vectorise: computes in active lanes only.
template <class Traits, Opcode kOpcode>
LaneMask compute_each(const Instruction& instruction, LaneRegisters& registers, LaneMask active) {
  const LaneOperands<Traits, kOpcode> operands(instruction, registers);
  const ResultRow<opcode_info(kOpcode).result(), Traits::kBoxed> result(registers, instruction.rd);
  for (std::uint64_t rest = active.bits(); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(__builtin_ctzll(rest));
    result.write(lane, operands.evaluate(lane));
  }
  return {};
}

/// The lanes of `active` in which a branch is taken.
template <class Traits, Opcode kOpcode>
LaneMask branch_lanes(const Instruction& instruction, LaneRegisters& registers, LaneMask active) {
  const LaneOperands<Traits, kOpcode> operands(instruction, registers);
  const std::size_t lanes = std::size_t{registers.stride} / kLaneGroup * kLaneGroup;
  std::uint64_t taken = 0;
  for (std::size_t first = 0; first < lanes; first += kLaneGroup) {
    alignas(64) std::array<std::uint32_t, kLaneGroup> hits;
    LANEFOLD_EACH_LANE_OF_GROUP
    for (std::uint32_t i = 0; i < kLaneGroup; ++i) {
      hits[i] = operands.evaluate(first + i) ? 0xffff'ffff : 0;
    }
    taken |= std::uint64_t{Traits::Variant::bits_of(hits.data())} << first;
  }
  return LaneMask(taken) & active;
}

/// Whether an opcode calls the C library in each lane.
constexpr bool calls_library(Opcode opcode) {
  return opcode > Opcode::EmRsqrt && opcode <= Opcode::EmPow;
}

template <class Traits, Opcode kOpcode>
constexpr LaneFunction loop_of() {
  constexpr const OpcodeInfo& kInfo = opcode_info(kOpcode);
  if constexpr (kInfo.kind == InstructionClass::Branch) {
    return branch_lanes<Traits, kOpcode>;
  } else if constexpr (kInfo.kind != InstructionClass::Alu) {
    return nullptr;
  } else if constexpr (calls_library(kOpcode)) {
    return compute_each<Traits, kOpcode>;
  } else {
    return compute_lanes<Traits, kOpcode>;
  }
}

/// Integer opcodes do not care how floats are kept: one loop serves both ways.
template <class Variant, bool kBoxed, Opcode kOpcode>
constexpr LaneFunction usual_loop() {
  constexpr bool kMatters = kBoxed && opcode_info(kOpcode).mentions('S');
  return loop_of<LoopTraits<Variant, Rounding::NearestEven, kMatters>, kOpcode>();
}

template <class Variant, bool kBoxed>
LaneFunction nearest_even_loop(Opcode opcode) {
  static constexpr std::array<LaneFunction, kOpcodeCount> kLoops = {
      nullptr,
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) \
  usual_loop<Variant, kBoxed, Opcode::name>(),
#include "decisions/isa/opcodes.def"
#undef LANEFOLD_OPCODE
  };
  return kLoops[static_cast<std::size_t>(opcode)];
}

/// Conversions to integers exist for every rounding mode: they are what casts, floor and ceil
/// become.
template <class Variant, bool kBoxed, Rounding kMode>
LaneFunction conversion_loop(Opcode opcode) {
  using Traits = LoopTraits<Variant, kMode, kBoxed>;
  switch (opcode) {
    case Opcode::FcvtWS:
      return loop_of<Traits, Opcode::FcvtWS>();
    case Opcode::FcvtWuS:
      return loop_of<Traits, Opcode::FcvtWuS>();
    case Opcode::FcvtWD:
      return loop_of<Traits, Opcode::FcvtWD>();
    case Opcode::FcvtWuD:
      return loop_of<Traits, Opcode::FcvtWuD>();
    default:
      return nullptr;
  }
}

/// The loop of an opcode, or nullptr when no loop has that rounding mode (or the opcode no lanes).
template <class Variant, bool kBoxed>
LaneFunction find_loop(Opcode opcode, Rounding mode) {
  switch (mode) {
    case Rounding::TowardZero:
      return conversion_loop<Variant, kBoxed, Rounding::TowardZero>(opcode);
    case Rounding::Down:
      return conversion_loop<Variant, kBoxed, Rounding::Down>(opcode);
    case Rounding::Up:
      return conversion_loop<Variant, kBoxed, Rounding::Up>(opcode);
    case Rounding::NearestAway:
      return conversion_loop<Variant, kBoxed, Rounding::NearestAway>(opcode);
    case Rounding::NearestEven:
    case Rounding::Dynamic:
      break;
  }
  return nearest_even_loop<Variant, kBoxed>(opcode);
}

template <class Variant>
LaneFunction find_loop(Opcode opcode, Rounding mode, bool boxed) {
  return boxed ? find_loop<Variant, true>(opcode, mode) : find_loop<Variant, false>(opcode, mode);
}

}  // namespace lanefold
