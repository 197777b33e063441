// SPDX-License-Identifier: Apache-2.0
// What hardware does with an instruction that all lanes would execute alike: `core.scalar`.
#pragma once

#include "lanefold/core_config.h"

namespace lanefold {

struct ScalarUse {
  bool executes_once = false;  ///< in one lane, with registers of all lanes in scalar rows
  bool saves_time = false;     ///< its ALU is busy for one cycle
  bool own_pipe = false;       ///< what the FPU could execute goes to a pipe of one lane
};

ScalarUse scalar_use(const CoreConfig& core);

/// Lanes of all ALU pipes of a core.
inline std::uint64_t alu_lanes(const CoreConfig& core) {
  return 2 * std::uint64_t{core.alu_width} + (scalar_use(core).own_pipe ? 1 : 0);
}

/// Bits that a core needs for it, in a program of this float width.
struct ScalarStorage {
  /// Bits of the scalar rows: one row for each x and f register of each warp, or of each slice that
  /// warps are divided into.
  unsigned row_bits = 0;
  unsigned tag_bits = 0;     ///< one for each of them
  unsigned comparators = 0;  ///< of 32 bits, between lanes: with core.scalar.knowledge = dynamic
};
ScalarStorage storage_of_scalars(const CoreConfig& core, unsigned float_bits = 32);

}  // namespace lanefold
