// SPDX-License-Identifier: Apache-2.0
// Values of a load or atomic that memory's answers bring to their lanes (memory.values=through).
#pragma once

#include <array>
#include <cstdint>

#include "decisions/isa/instruction.h"
#include "decisions/memory/lane_memory.h"

namespace lanefold {

class Warp;

/// From the first line request of a load or atomic until the last answer. Knows all that it takes,
/// since the instruction may have gone on without the lanes whose lines come late.
class AwaitedValues {
 public:
  /// A warp's Load or Atomic that execute() has checked; values go through memory.
  void begin(Warp& warp, const Instruction& instruction, const LaneAccess& access);

  /// Writes the registers of `lanes`, out of `line`, memory's bytes from address `begin` on: for
  /// atomics those before the change. All lines begin at multiples of 8 bytes, so that a lane's
  /// bytes are in one line.
  void take(LaneMask lanes, std::uint64_t begin, const unsigned char* line) const;

 private:
  std::uint32_t take_atomic(unsigned lane, std::uint32_t found) const;

  Warp* warp_ = nullptr;
  const Instruction* instruction_ = nullptr;
  LaneMask lanes_;    ///< those in global memory
  LaneMask updated_;  ///< of an atomic's lanes
  std::array<std::uint32_t, 64> address_{};
  std::array<std::uint64_t, 64> operand_{};   ///< of an atomic's lanes, as in LaneAccess
  std::array<std::uint64_t, 64> expected_{};  ///< the same
};

}  // namespace lanefold
