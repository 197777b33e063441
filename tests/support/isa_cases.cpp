// SPDX-License-Identifier: Apache-2.0
// Instruction words and operands for tests of the instruction set.

#include "tests/support/isa_cases.h"

#include <array>
#include <cstring>

#include "decisions/isa/float_bits.h"

namespace lanefold {
namespace {

constexpr std::array<std::uint32_t, 12> kCornerIntegers = {
    0,           1,           2,           31,          32,          0x7fff'ffff,
    0x8000'0000, 0x8000'0001, 0xffff'ffff, 0xffff'fffe, 0x0000'ffff, 0x5555'5555};

/// Values at which conversions, rounding and exceptions change.
constexpr std::array<double, 30> kValues = {0.0,
                                            1.0,
                                            0.25,
                                            0.5,
                                            0.75,
                                            1.5,
                                            2.5,
                                            3.5,
                                            0x1.fffffep-2,
                                            8388607.5,
                                            8388608.0,
                                            16777216.0,
                                            16777217.0,
                                            2147483520.0,
                                            2147483647.0,
                                            2147483647.5,
                                            2147483648.0,
                                            2147483648.5,
                                            2147483649.0,
                                            4294967040.0,
                                            4294967295.0,
                                            4294967295.5,
                                            4294967296.0,
                                            0x1p-126,
                                            0x1p-127,
                                            0x1p-149,
                                            0x1p-150,
                                            0x1.fffffep127,
                                            0x1.ffffffp127,
                                            0x1.fffffefffffffp127};

template <class To, class From>
To bits_of(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

template <class Bits>
Bits special(std::mt19937_64& random) {
  using F = FloatFormat<Bits>;
  const std::array<Bits, 9> patterns = {F::kInfinity,
                                        F::kNan,
                                        F::kInfinity | 1,
                                        F::kNan | 1234,
                                        F::kInfinity - 1,
                                        1,
                                        (Bits{1} << F::kFractionBits) - 1,
                                        Bits{1} << F::kFractionBits,
                                        (Bits{1} << F::kFractionBits) + 1};
  return patterns[random() % patterns.size()] | (random() % 2 != 0 ? F::kSign : 0);
}

/// Exponents close to each other, so that additions cancel and products stay in range; often few
/// bits, so that results are exact or ties.
template <class Bits>
Bits moderate(std::mt19937_64& random) {
  using F = FloatFormat<Bits>;
  const Bits exponent = Bits{F::kBias - 6} + random() % 40;
  Bits fraction = static_cast<Bits>(random()) & ((Bits{1} << F::kFractionBits) - 1);
  if (random() % 2 != 0) {
    fraction &= ~((Bits{1} << (random() % F::kFractionBits)) - 1);
  }
  return exponent << F::kFractionBits | fraction | (random() % 2 != 0 ? F::kSign : 0);
}

template <class Bits>
Bits float_operand(std::mt19937_64& random) {
  using Value = typename FloatFormat<Bits>::Value;
  const Bits sign = random() % 2 != 0 ? FloatFormat<Bits>::kSign : 0;
  switch (random() % 8) {
    case 0:
      return special<Bits>(random);
    case 1:
      return bits_of<Bits>(static_cast<Value>(kValues[random() % kValues.size()])) ^ sign;
    case 2:  // the neighbours of such a value
      return (bits_of<Bits>(static_cast<Value>(kValues[random() % kValues.size()])) +
              static_cast<Bits>(random() % 3) - 1) ^
             sign;
    case 3:  // near the end of the range, so that results are subnormal
      return static_cast<Bits>(random()) >> (random() % 12 + 1);
    case 4:
      return static_cast<Bits>(random());
    default:
      return moderate<Bits>(random);
  }
}

std::uint32_t set_field(std::uint32_t word, std::uint32_t value, unsigned low) {
  return word | value << low;
}

}  // namespace

std::uint64_t test_operand(char type, std::mt19937_64& random) {
  if (type == 'X') {
    const bool corner = random() % 4 == 0;
    const auto bits = static_cast<std::uint32_t>(random());
    return corner ? kCornerIntegers[random() % kCornerIntegers.size()] : bits >> (random() % 4 * 8);
  }
  if (type == 'D') {
    return float_operand<std::uint64_t>(random);
  }
  const std::uint64_t high = random() % 16 != 0 ? 0xffff'ffff : random() & 0xffff'ffff;
  return high << 32 | float_operand<std::uint32_t>(random);
}

std::uint32_t test_word(Opcode opcode, unsigned rounding, std::mt19937_64& random) {
  const OpcodeInfo& info = opcode_info(opcode);
  std::uint32_t word = static_cast<std::uint32_t>(random());
  word = set_field(word & ~(31U << 7), kTestRd, 7);
  word = set_field(word & ~(31U << 15), kTestRs1, 15);
  if (info.sources() > 1 || info.format == Format::Register) {
    word = set_field(word & ~(31U << 20), kTestRs2, 20);
  }
  if (info.format == Format::Rounded) {
    word = set_field(word & ~(31U << 27), kTestRs3, 27);
    word = set_field(word & ~(7U << 12), rounding, 12);
  }
  if (info.format == Format::Branch) {  // over one instruction
    word = set_field(word & ~(31U << 7) & ~(127U << 25), 8, 7);
  }
  return (word & ~info.mask) | info.match;
}

std::vector<std::uint32_t> test_words(Opcode opcode, std::mt19937_64& random) {
  std::vector<std::uint32_t> words;
  if (opcode_info(opcode).format == Format::Rounded) {
    for (const unsigned rounding : {0, 1, 2, 3, 4, 7}) {
      words.push_back(test_word(opcode, rounding, random));
    }
    return words;
  }
  const Format format = opcode_info(opcode).format;
  const bool has_immediate =
      format == Format::Immediate || format == Format::Shift || format == Format::Upper;
  for (int i = 0; i < (has_immediate ? 6 : 1); ++i) {
    words.push_back(test_word(opcode, 0, random));
  }
  return words;
}

std::vector<Opcode> opcodes_of(InstructionClass kind) {
  std::vector<Opcode> opcodes;
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    if (kOpcodeTable[i].kind == kind) {
      opcodes.push_back(static_cast<Opcode>(i));
    }
  }
  return opcodes;
}

}  // namespace lanefold
