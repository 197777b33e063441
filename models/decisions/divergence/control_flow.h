// SPDX-License-Identifier: Apache-2.0
// The control flow of a program: basic blocks, the rank of every edge, and where diverged lanes can
// join again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decisions/isa/instruction.h"

namespace lanefold {

/// No pc: the paths of a branch meet only at the end of their function.
constexpr std::uint32_t kFunctionEnd = ~std::uint32_t{0};

/// A basic block, with what a reconvergence policy must know when a warp leaves it.
struct BlockFlow {
  std::uint32_t first = 0;  ///< index of its first instruction
  std::uint32_t last = 0;   ///< index of its last instruction
  /// Position in the weak topological order of its function; functions do not overlap.
  std::uint32_t rank = 0;
  /// Rank carried along the edge to the branch or jump target, and along the fall-through edge
  /// (after a call: on return). A back edge carries its loop's latch rank, which is larger than
  /// every rank in the loop.
  std::uint32_t taken_rank = 0;
  std::uint32_t next_rank = 0;
  /// First pc of the immediate post-dominator, or kFunctionEnd.
  std::uint32_t reconvergence_pc = kFunctionEnd;
  /// First pc of the nearest post-dominator outside of the innermost loop, or kFunctionEnd; outside
  /// of loops as well.
  std::uint32_t loop_exit_pc = kFunctionEnd;
};

/// The blocks of a whole program, in order of address.
struct ControlFlow {
  std::uint32_t base = 0;               ///< pc of instruction 0
  std::vector<BlockFlow> blocks;        ///< partition the code
  std::vector<std::uint32_t> block_of;  ///< block of each instruction

  const BlockFlow& block_at(std::uint32_t pc) const { return blocks[block_of[(pc - base) / 4]]; }
  bool contains(std::uint32_t pc) const {
    return pc % 4 == 0 && pc >= base && (pc - base) / 4 < block_of.size();
  }
  /// Rank of lanes that arrive at `pc` by a return or an indirect jump.
  std::uint32_t rank_of_arrival(std::uint32_t pc) const;
};

/// Where the last instruction of a block leads but to the next one, also behind the `auipc` that
/// far calls and jumps are made of. Nothing if that is not known.
std::optional<std::uint32_t> target_of(const std::vector<Instruction>& code,
                                       const BlockFlow& block);

/// Whether it goes back to the caller, by the RISC-V calling convention.
inline bool is_return(const Instruction& last) {
  constexpr std::uint8_t kReturnAddress = 1;
  return last.kind == InstructionClass::JumpRegister && last.rd == kSinkRow &&
         last.rs1 == kReturnAddress && last.imm == 0;
}

/// Whether control can come from the last instruction of a block to the one behind it; behind a
/// call, when it comes back.
bool falls_through(const Instruction& last);

/// Finds blocks, functions and loops, and sets `ends_block` in `code`. `entries` are the pcs at
/// which functions are known to start; targets of calls are found. Throws Error(Program) when loops
/// nest deeper than 1,000.
ControlFlow analyse_control_flow(std::vector<Instruction>& code, std::uint32_t base,
                                 const std::vector<std::uint32_t>& entries);

}  // namespace lanefold
