// SPDX-License-Identifier: Apache-2.0
// How much of an ALU of four lanes a Bril program takes (the page's metric).
#pragma once

#include <cstdint>

#include "tools/bril/operations.h"

namespace lanefold::bril {

/// Vector operations take every lane, also a load and a store of a vector; scalar ones take one,
/// and so do a broadcast and an extraction. Control flow, phis, calls and prints take none, nor
/// does an implied broadcast.
struct AluOps {
  std::uint64_t vector = 0;  ///< instructions
  std::uint64_t scalar = 0;
  std::uint64_t others = 0;  ///< that take no lane; a label is no instruction

  std::uint64_t total() const { return kLanes * vector + scalar; }
  /// As the page's counter has it, for which all that takes fewer than four lanes takes one.
  std::uint64_t with_others() const { return total() + others; }
  void count(const Function& function, const Instruction& instruction) {
    if (instruction.op == Op::Label || instruction.implied) return;
    ++(is_free(instruction.op) ? others : takes_all_lanes(function, instruction) ? vector : scalar);
  }
};

/// Counts each instruction of the text once.
inline AluOps static_ops(const Program& program) {
  AluOps ops;
  for (const Function& function : program.functions) {
    for (const Instruction& instruction : function.body) ops.count(function, instruction);
  }
  return ops;
}

}  // namespace lanefold::bril
