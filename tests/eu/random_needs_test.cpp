// SPDX-License-Identifier: Apache-2.0
// What the pipeline is told of random instructions: executing one reads and writes no register that
// is not named.
#include <gtest/gtest.h>

#include "decisions/eu/pipeline_needs.h"
#include "tests/gen8_alu/random_instruction.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kSeeds = 60;
constexpr unsigned kLength = 200;

/// The registers of a thread by the numbers of the dependence check, as bytes.
template <class Action>
void for_each_register(Registers& registers, const Action& action) {
  for (unsigned n = 0; n < kGeneralRegisters; ++n) {
    action(n, registers.general.data() + n * kRegisterBytes, kRegisterBytes);
  }
  for (unsigned half = 0; half < 4; ++half) {
    auto* const flags = reinterpret_cast<std::byte*>(registers.flags.data());
    action(kFlagNumber + half, flags + half * 2, 2);
  }
  const auto whole = [&](unsigned number, auto& values) {
    action(number, reinterpret_cast<std::byte*>(values.data()), sizeof values);
  };
  whole(kAddressNumber, registers.address);
  whole(kAccumulatorNumber, registers.accumulator);
}

/// Adds to the generator what the evaluator of the ALU's tests does not know.
class WiderInstructions : public RandomInstructions {
 public:
  using RandomInstructions::RandomInstructions;

  Instruction next() {
    Instruction i = RandomInstructions::next();
    if (one_in(6)) i.opcode = other_opcode();
    i.no_mask = one_in(4);
    if (i.predicate == PredicateControl::Sequential && one_in(2)) {
      i.predicate =
          static_cast<PredicateControl>(below(static_cast<unsigned>(PredicateControl::All32h) + 1));
    }
    if (one_in(8)) i.writes_accumulator = true;
    if (one_in(8)) replace(i.sources.at(below(i.source_count)));
    if (one_in(12)) replace(i.destination);
    return i;
  }

  /// Any other content of registers.
  void scramble(std::byte* first, unsigned bytes) {
    for (unsigned n = 0; n < bytes; ++n) first[n] = static_cast<std::byte>(below(256));
  }

 private:
  /// Of as many sources.
  Opcode other_opcode() {
    constexpr std::array kOthers = {
        Opcode::Mac, Opcode::Mach, Opcode::Addc, Opcode::Subb, Opcode::Cmpn, Opcode::Bfi1,
        Opcode::Lzd, Opcode::Fbh,  Opcode::Fbl,  Opcode::Cbit, Opcode::Frc,  Opcode::Bfrev,
        Opcode::Bfe, Opcode::Bfi2, Opcode::Csel, Opcode::Lrp,  Opcode::Math, Opcode::Rnde};
    return kOthers[below(kOthers.size())];
  }

  void replace(Operand& operand) {
    constexpr std::array kFiles = {RegisterFile::Flag, RegisterFile::Address,
                                   RegisterFile::Accumulator, RegisterFile::ChannelEnable};
    if (operand.kind != OperandKind::Register) return;
    operand.byte = 0;
    if (one_in(3)) {
      operand.kind = OperandKind::Indirect;
      operand.address_element = static_cast<std::uint8_t>(below(16));
      return;
    }
    operand.file = kFiles[below(kFiles.size())];
    operand.number = static_cast<std::uint8_t>(operand.file == RegisterFile::Flag ? below(2) : 0);
  }
};

/// The first source stands for those that are missing.
Instruction with_sources_of_opcode(Instruction i) {
  const Format format = i.info().format;
  const unsigned needed = format == Format::Unary ? 1 : format == Format::Ternary ? 3 : 2;
  for (unsigned n = i.source_count; n < needed; ++n) i.sources.at(n) = i.sources[0];
  i.source_count = static_cast<std::uint8_t>(needed);
  return i;
}

/// Indirect operands stay within the registers.
Registers some_registers(WiderInstructions& random) {
  Registers registers = random.registers();
  for (auto& address : registers.address) {
    address = static_cast<std::uint16_t>(8 * random.below(384));
  }
  for (auto& value : registers.accumulator) value = random.below(1000);
  return registers;
}

/// In `after`, all that is not named is as it was, and the rest as in `expected`.
void expect_named(const PipelineInstruction& needs, Registers& before, Registers& expected,
                  Registers& scrambled, Registers& after, const std::string& where) {
  for_each_register(before, [&](unsigned number, std::byte* old, unsigned bytes) {
    const auto offset = old - reinterpret_cast<std::byte*>(&before);
    const auto same = [&](Registers& a, Registers& b) {
      return std::memcmp(reinterpret_cast<std::byte*>(&a) + offset,
                         reinterpret_cast<std::byte*>(&b) + offset, bytes) == 0;
    };
    EXPECT_TRUE(needs.writes.test(number) || same(before, expected))
        << where << " writes " << number;
    EXPECT_TRUE(same(after, needs.needs.test(number) ? expected : scrambled))
        << where << ": " << number << " depends on what is not named";
  });
}

TEST(PipelineNeedsRandom, NameAllThatIsReadOrWritten) {
  unsigned taken = 0;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    WiderInstructions random(seed);
    for (unsigned n = 0; n < kLength && !testing::Test::HasFailure(); ++n) {
      const Instruction i = with_sources_of_opcode(random.next());
      if (!is_taken(i)) continue;
      ++taken;
      const Operate operate = operation_of(i);
      const PipelineInstruction needs = pipeline_needs(i, {});
      const ChannelMask channels = (i.no_mask ? ~0U : random.mask()) & all_channels(i);
      Registers before = some_registers(random);
      Registers scrambled = before;
      for_each_register(scrambled, [&](unsigned number, std::byte* first, unsigned bytes) {
        if (!needs.needs.test(number)) random.scramble(first, bytes);
      });
      if (!needs.needs.test(kControlNumber)) scrambled.control = random.control();
      Registers expected = before;
      Registers after = scrambled;
      const ChannelMask executed = operate(i, expected, channels);
      EXPECT_EQ(operate(i, after, channels), executed) << disassemble(i);
      expect_named(needs, before, expected, scrambled, after,
                   "seed " + std::to_string(seed) + ": " + disassemble(i));
    }
  }
  EXPECT_GT(taken, kSeeds * kLength / 5);
}

}  // namespace
}  // namespace lanefold::gen8
