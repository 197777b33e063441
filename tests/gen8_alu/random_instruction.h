// SPDX-License-Identifier: Apache-2.0
// Random instructions with all kinds of regions, types, modifiers, masks; some are refused.
#pragma once

#include <array>
#include <random>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {

class RandomInstructions {
 public:
  explicit RandomInstructions(unsigned seed) : random_(seed) {}

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool one_in(unsigned chances) { return below(chances) == 0; }
  ChannelMask mask() { return one_in(2) ? ~0U : static_cast<ChannelMask>(random_()); }

  Registers registers() {
    Registers registers;
    for (unsigned n = 0; n < kGeneralRegisters * kRegisterBytes / 8; ++n) {
      put(registers, n / 4, n % 4, interesting());
    }
    registers.flags = {static_cast<std::uint32_t>(random_()),
                       static_cast<std::uint32_t>(random_())};
    registers.control = control();
    return registers;
  }

  std::uint32_t control() {
    return one_in(3) ? below(16) << 4 | below(2) << 10 : kKeepAllDenormals;
  }

  Instruction next() {
    Instruction i = make(pick(kOpcodes), 1U << below(6), {}, {});
    const bool first_half = i.execution_size <= 16;
    i.channel_offset = static_cast<std::uint8_t>(
        one_in(4) && first_half ? i.execution_size * below(32U / i.execution_size) / 4 * 4 : 0);
    const unsigned count = sources_of(i.opcode);
    family_ = below(4);
    i.destination = destination(i.execution_size);
    for (unsigned n = 0; n < count; ++n) {
      i.sources.at(n) = source(i.execution_size, i.opcode, n + 1 == count && count < 3);
    }
    i.source_count = static_cast<std::uint8_t>(count);
    add_controls(i);
    return i;
  }

 private:
  static constexpr std::array kOpcodes = {
      Opcode::Mov,  Opcode::Mov,  Opcode::Sel,  Opcode::Sel,  Opcode::Not,  Opcode::And,
      Opcode::Or,   Opcode::Xor,  Opcode::Shl,  Opcode::Shr,  Opcode::Asr,  Opcode::Cmp,
      Opcode::Cmp,  Opcode::Add,  Opcode::Add,  Opcode::Mul,  Opcode::Mul,  Opcode::Avg,
      Opcode::Mad,  Opcode::Mad,  Opcode::Rndu, Opcode::Rndd, Opcode::Rndz, Opcode::Rnde,
      Opcode::Cmpn, Opcode::Lzd,  Opcode::Fbh,  Opcode::Fbl,  Opcode::Cbit, Opcode::Bfrev,
      Opcode::Bfe,  Opcode::Bfi1, Opcode::Bfi2};

  /// But for none.
  static constexpr unsigned kPredicates = static_cast<unsigned>(PredicateControl::All32h);

  static unsigned sources_of(Opcode opcode) {
    switch (opcode_info(opcode).format) {
      case Format::Unary:
        return 1;
      case Format::Ternary:
        return 3;
      default:
        return 2;
    }
  }

  template <class T, std::size_t kSize>
  T pick(const std::array<T, kSize>& values) {
    return values[below(kSize)];
  }

  /// Bits among which special numbers of all types are frequent.
  std::uint64_t interesting() {
    static constexpr std::array<std::uint64_t, 12> kBits = {
        0,         0x8000'0000'8000'0000, 0x7f80'0000'7f80'0000, 0x7fc0'0000'ffc0'0001,
        ~0ULL,     0x0000'0001'0000'0001, 0x3f80'0000'bf80'0000, 0x7fff'ffff'7fff'ffff,
        0x0001ULL, 0x3ff0'0000'0000'0000, 0x7ff8'0000'0000'0000, 0x8000'0000'0000'0000};
    const auto bits = static_cast<std::uint64_t>(random_()) << 32 | random_();
    if (one_in(3)) {
      return pick(kBits);
    }
    // Half of the others are floats of moderate size, so that sums round.
    return one_in(2) ? bits : (bits & 0x83ff'ffff'83ff'ffff) | 0x3c00'0000'3c00'0000;
  }

  DataType type() {
    static constexpr std::array kDwords = {DataType::D, DataType::Ud};
    static constexpr std::array kAll = {DataType::D,  DataType::Ud, DataType::W, DataType::Uw,
                                        DataType::Ub, DataType::B,  DataType::Q, DataType::Uq};
    switch (family_) {
      case 0:
        return one_in(12) ? pick(kAll) : pick(kDwords);
      case 1:
        return pick(kAll);
      case 2:
        return one_in(8) ? pick(kDwords) : DataType::F;
      default:
        return one_in(6) ? DataType::F : DataType::Df;
    }
  }

  Operand destination(unsigned size) {
    if (one_in(12)) {
      return null_of(type());
    }
    const DataType of = type();
    return to(below(128), of, one_in(3) ? 1U << below(3) : 1,
              one_in(3) ? below(32 / type_bytes(of)) * type_bytes(of) : 0 * size);
  }

  Operand source(unsigned size, Opcode opcode, bool last) {
    const DataType of = type();
    if (last && one_in(4) && type_bytes(of) != 1 && type_bytes(of) != 8) {
      const std::uint64_t bits = one_in(2) ? below(40) : interesting() & 0xffff'ffff;
      return immediate(type_bytes(of) == 2 ? (bits & 0xffff) * 0x1'0001 : bits, of);
    }
    Operand operand = general(below(128), of, region(size));
    operand.byte =
        static_cast<std::uint8_t>(one_in(3) ? below(32 / type_bytes(of)) * type_bytes(of) : 0);
    const bool arithmetic = opcode_info(opcode).has('A');
    operand.complement = opcode_info(opcode).has('L') && one_in(5);
    operand.negate = arithmetic && one_in(5);
    operand.absolute = arithmetic && one_in(9);
    return operand;
  }

  Region region(unsigned size) {
    switch (below(6)) {
      case 0:
        return kScalarRegion;
      case 1: {
        Region any;
        any.vertical = static_cast<std::uint8_t>(one_in(4) ? 0 : 1U << below(5));
        any.width = static_cast<std::uint8_t>(1U << below(5));
        any.horizontal = static_cast<std::uint8_t>(one_in(4) ? 0 : 1U << below(3));
        return any;
      }
      case 2:
        return {16, 16, 1};
      default:
        return size == 4 ? Region{4, 4, 1} : kPackedRegion;
    }
  }

  void add_controls(Instruction& i) {
    static constexpr std::array kComparisons = {Condition::Equal,   Condition::NotEqual,
                                                Condition::Greater, Condition::GreaterEqual,
                                                Condition::Less,    Condition::LessEqual};
    i.flag_register = static_cast<std::uint8_t>(below(2));
    i.flag_subregister =
        static_cast<std::uint8_t>(i.channel_offset + i.execution_size <= 16 ? below(2) : 0);
    const bool selects = i.opcode == Opcode::Sel;
    const bool compares = i.opcode == Opcode::Cmp || i.opcode == Opcode::Cmpn;
    if (selects && one_in(2)) {
      i.condition = one_in(2) ? Condition::Less : Condition::GreaterEqual;
    } else if (compares || (!selects && opcode_info(i.opcode).has('C') && one_in(6))) {
      i.condition = one_in(10) ? Condition::Unordered : pick(kComparisons);
    }
    if ((selects && i.condition == Condition::None) || (!selects && one_in(3))) {
      i.predicate = one_in(2) ? PredicateControl::Sequential
                              : static_cast<PredicateControl>(1 + below(kPredicates));
      i.predicate_inverted = one_in(2);
    }
    i.saturate = opcode_info(i.opcode).has('S') && one_in(8);
  }

  std::mt19937 random_;
  unsigned family_ = 0;
};

/// Whether the ALU takes it; the straight evaluator then does, too.
inline bool is_taken(const Instruction& instruction) { return refusal_of(instruction).empty(); }

}  // namespace lanefold::gen8
