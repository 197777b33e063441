// SPDX-License-Identifier: Apache-2.0
// The payload of the pipeline: one instruction of one warp, from fetch to write-back.
#pragma once

#include <array>
#include <cstdint>

#include "execute/warp.h"
#include "isa/instruction.h"
#include "lanefold/lane_mask.h"
#include "lanefold/register_file.h"
#include "lanefold/schedule.h"
#include "memory/lane_memory.h"

namespace lanefold {

/// Values on their way through the exact data path, by cycle and ALU position of the schedule, or
/// by lane.
struct DatapathValues {
  /// Operand latch: what the banks delivered, by operand and lane.
  std::array<std::array<std::uint64_t, 64>, 3> latch{};
  /// What the crossbar presents to the ALU, by operand; index cycle * positions + position.
  std::array<std::array<std::uint64_t, 128>, 3> operand{};
  /// What the ALU answers, at the same index.
  std::array<std::uint64_t, 128> result{};
  std::array<bool, 128> taken{};
};

/// Created at fetch from a pool, dies at write-back. Every block reads what earlier ones have
/// filled in.
struct WarpInstruction {
  // Fetch.
  std::uint64_t id = 0;  ///< unique within the core, in order of fetch
  unsigned slot = 0;     ///< hardware thread
  Warp* warp = nullptr;
  std::uint32_t pc = 0;
  // Decode.
  const Instruction* instruction = nullptr;
  // Execution mask.
  LaneMask dispatched;
  LaneMask predicate;
  LaneMask active;
  // Arbiter.
  Unit unit = Unit::Fpu;     ///< the pipe that takes it: Fpu, Em or Send
  std::uint64_t issued = 0;  ///< cycle
  // Compaction control.
  unsigned cycles = 0;  ///< of the ALU
  LaneMask issued_lanes;
  Schedule schedule;  ///< filled by datapath=exact only
  // Register banks.
  unsigned fetch_cycles = 0;
  // Load/store unit.
  unsigned unanswered_lines = 0;  ///< requests sent and not yet answered
  // Pipes, load/store unit.
  std::uint64_t completes = 0;  ///< cycle of write-back
  LaneAccess access;
  DatapathValues values;  ///< used by datapath=exact only
};

}  // namespace lanefold
