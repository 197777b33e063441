// SPDX-License-Identifier: Apache-2.0
// Prints the nanoseconds of the processor that frequent instructions take, and how many a second
// executes when they follow each other as often as compiled code has them.
//   gen8_alu_speed

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <limits>

#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

struct Weighted {
  Instruction instruction;
  unsigned weight;  ///< how often, of a thousand that are not control flow or messages
};

Instruction masked(const Instruction& instruction) {
  return predicated(instruction, PredicateControl::Sequential);
}

/// Sizes, types and regions as counted in compiled workloads.
std::vector<Weighted> mixture() {
  const Operand a = general(10, kD);
  const Operand b = general(12, kD);
  const Operand x = general(30, kF);
  const Operand y = general(32, kF);
  const Operand z = general(34, kF);
  const Operand wide = general(40, DataType::Q, {4, 4, 1});
  return {
      {make(Opcode::Mov, 16, to(20, kD), {a}), 90},
      {masked(make(Opcode::Mov, 16, to(20, kD), {a})), 70},
      {make(Opcode::Mov, 16, to(20, kF), {x}), 60},
      {make(Opcode::Mov, 16, to(20, kD), {immediate(5, kD)}), 50},
      {make(Opcode::Mov, 16, to(20, kD), {general(10, kUw)}), 20},
      {make(Opcode::Mov, 16, to(20, kF), {a}), 10},
      {make(Opcode::Mov, 8, to(20, kD), {scalar(10, kD)}), 30},
      {make(Opcode::Mov, 1, to(20, kD), {scalar(10, kD)}), 40},
      {make(Opcode::Add, 16, to(20, kD), {a, b}), 80},
      {make(Opcode::Add, 16, to(20, kD), {a, immediate(4, kW)}), 60},
      {make(Opcode::Add, 16, to(20, kF), {x, negated(y)}), 50},
      {make(Opcode::Add, 1, to(20, kD), {scalar(10, kD), immediate(4, kD)}), 50},
      {make(Opcode::Add, 8, to(20, DataType::Q), {wide, wide}), 10},
      {with(make(Opcode::Cmp, 16, null_of(kD), {a, scalar(12, kD)}), Condition::Less), 50},
      {with(make(Opcode::Cmp, 16, null_of(kF), {x, y}), Condition::Greater), 30},
      {with(make(Opcode::Cmp, 1, null_of(kD), {scalar(10, kD), immediate(4, kD)}),
            Condition::Equal),
       20},
      {make(Opcode::Mul, 16, to(20, kF), {x, y}), 50},
      {make(Opcode::Mul, 16, to(20, kD), {a, b}), 20},
      {make(Opcode::Mad, 16, to(20, kF), {z, x, y}), 50},
      {make(Opcode::Shl, 16, to(20, kD), {a, immediate(2, kD)}), 50},
      {make(Opcode::Shr, 16, to(20, kUd), {general(10, kUd), immediate(2, kD)}), 20},
      {make(Opcode::And, 16, to(20, kD), {a, immediate(255, kD)}), 20},
      {make(Opcode::Or, 16, to(20, kD), {a, b}), 20},
      {make(Opcode::Xor, 16, to(20, kD), {a, b}), 20},
      {masked(make(Opcode::Sel, 16, to(20, kD), {a, b})), 10},
      {with(make(Opcode::Sel, 16, to(20, kF), {x, y}), Condition::Less), 10},
      {in_math(make(Opcode::Math, 16, to(20, kF), {x}), MathFunction::Inverse), 10},
      {make(Opcode::Smov, 16, indirect(0, 0, kD, {0, 1, 1}),
            {scalar(10, kD), immediate(0x4, DataType::Uw)}),
       10},
      {make(Opcode::Add, 16, architecture(RegisterFile::Address, kUw, {0, 1, 1}),
            {general(10, kUw, {16, 16, 1}), immediate(64, kUw)}),
       1},
      {make(Opcode::Mach, 8, to(20, kUd), {general(10, kUd), general(12, kUd)}), 2},
  };
}

/// Of this process, so that others do not count.
double processor_nanoseconds() { return 1e9 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The least of several measurements.
template <class Work>
double least_time_of(const Work& work) {
  constexpr int kRounds = 7;
  double least = std::numeric_limits<double>::max();
  for (int round = 0; round < kRounds; ++round) {
    const double start = processor_nanoseconds();
    work();
    least = std::min(least, processor_nanoseconds() - start);
  }
  return least;
}

double time_of(const Instruction& instruction, Registers& registers) {
  constexpr unsigned kTimes = 100'000;
  const Operate operate = operation_of(instruction);
  const ChannelMask channels = all_channels(instruction);
  const auto work = [&] {
    for (unsigned n = 0; n < kTimes; ++n) {
      operate(instruction, registers, channels);
    }
  };
  return least_time_of(work) / kTimes;
}

/// The instructions in an order without a period that a branch predictor could learn.
double time_of_mixture(const std::vector<Weighted>& mixture, Registers& registers) {
  constexpr unsigned kTimes = 500;
  std::vector<const Instruction*> order;
  for (const Weighted& entry : mixture) {
    order.insert(order.end(), entry.weight, &entry.instruction);
  }
  std::uint32_t state = 1;
  for (std::size_t n = order.size() - 1; n > 0; --n) {
    state = state * 1664525 + 1013904223;
    std::swap(order[n], order[(state >> 8) % (n + 1)]);
  }
  std::vector<Operate> operates;
  operates.reserve(order.size());
  for (const Instruction* instruction : order) {
    operates.push_back(operation_of(*instruction));
  }
  const auto work = [&] {
    for (unsigned n = 0; n < kTimes; ++n) {
      for (std::size_t k = 0; k < order.size(); ++k) {
        operates[k](*order[k], registers, all_channels(*order[k]));
      }
    }
  };
  return least_time_of(work) / (static_cast<double>(kTimes) * static_cast<double>(order.size()));
}

int print() {
  Registers registers;
  registers.control = kKeepAllDenormals;
  registers.flags[0] = 0x5a5a;
  for (unsigned n = 0; n < 1024; ++n) {
    put(registers, n / 8, n % 8, 1.0F + static_cast<float>(n));
  }
  const std::vector<Weighted> entries = mixture();
  for (const Weighted& entry : entries) {
    std::cout << time_of(entry.instruction, registers) << " ns  " << disassemble(entry.instruction)
              << '\n';
  }
  const double average = time_of_mixture(entries, registers);
  std::cout << average << " ns on average, " << 1e3 / average << " million a second\n";
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace lanefold::gen8

int main() { return lanefold::gen8::print(); }
