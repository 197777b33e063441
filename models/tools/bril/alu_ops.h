// SPDX-License-Identifier: Apache-2.0
// How much of an ALU of four lanes a Bril program takes (the page's metric).
#pragma once

#include <cstdint>

#include "tools/bril/operations.h"

namespace lanefold::bril {

/// Vector operations take every lane, scalar ones one, and so do a broadcast and an extraction.
/// Control flow, phis, calls and prints take none.
struct AluOps {
  std::uint64_t vector = 0;  ///< instructions
  std::uint64_t scalar = 0;

  std::uint64_t total() const { return kLanes * vector + scalar; }
  void count(Op op) {
    if (is_free(op)) return;
    ++(takes_all_lanes(op) ? vector : scalar);
  }
};

/// Counts each instruction of the text once.
inline AluOps static_ops(const Program& program) {
  AluOps ops;
  for (const Function& function : program.functions) {
    for (const Instruction& instruction : function.body) ops.count(instruction.op);
  }
  return ops;
}

}  // namespace lanefold::bril
