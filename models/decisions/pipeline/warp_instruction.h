// SPDX-License-Identifier: Apache-2.0
// The payload of the pipeline: one instruction of one slice, from fetch to write-back.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/cycle.h"
#include "decisions/isa/instruction.h"
#include "decisions/memory/lane_memory.h"
#include "decisions/pipeline/scalar_work.h"
#include "lanefold/lane_mask.h"
#include "lanefold/register_file.h"
#include "lanefold/schedule.h"

namespace lanefold {

class HardwareThread;
struct FlightProfile;
class Slice;
class Warp;
struct OutstandingLoad;

/// One value per lane.
using LaneValues = std::array<std::uint64_t, 64>;
/// One value per ALU position and cycle of a schedule, at index cycle * positions + position.
using SlotValues = std::array<std::uint64_t, 128>;
/// That index, of the slot that computes a lane.
inline unsigned slot_of(const Schedule& schedule, unsigned lane) {
  const Schedule::Place place = schedule.place(lane);
  return place.cycle * schedule.positions() + place.position;
}

/// Values on their way through the exact data path. Only what the schedule names has a meaning.
struct DatapathValues {
  std::array<LaneValues, 3> read{};     ///< from the banks, by operand
  std::array<LaneValues, 3> latch{};    ///< held by the operand latch
  std::array<SlotValues, 3> operand{};  ///< from the crossbar to the ALU
  SlotValues result{};                  ///< from the ALU
  std::array<bool, 128> taken{};        ///< the same for branches
  LaneValues write{};                   ///< from unswizzle to the banks
  LaneMask written;                     ///< lanes that unswizzle writes
};

/// Whether an ALU computes the instruction lane by lane from its operands; others act on the warp.
inline bool computes_lanes(const PipelineInstruction& instruction) {
  return instruction.kind == InstructionClass::Alu || instruction.kind == InstructionClass::Branch;
}

/// Created at fetch from a pool, dies at write-back. Every block reads what earlier ones have
/// filled in. The first two of the host's cache lines are all that most instructions need.
struct alignas(64) WarpInstruction {
  // Fetch.
  std::uint64_t id = 0;  ///< unique within the core, in order of fetch
  HardwareThread* thread = nullptr;
  Slice* slice = nullptr;                            ///< the thread, if its code is RISC-V
  Warp* warp = nullptr;                              ///< the slice's
  const PipelineInstruction* instruction = nullptr;  ///< decode
  unsigned slot = 0;                                 ///< of the thread
  std::uint32_t pc = 0;
  unsigned held = 0;       ///< hand-overs that are on their way and that it must outlive
  bool completed = false;  ///< write-back: it leaves with the last of these
  // Decode.
  bool late = false;  ///< write-back moves its split on; otherwise the execution mask does
  /// The pipes that can execute it. Arbiter: the one that takes it, which is not Either.
  Unit unit = Unit::Fpu;
  // Scalar control.
  ScalarWork scalar;
  // Compaction control, register banks.
  std::uint32_t cycles = 0;        ///< of the ALU
  std::uint32_t fetch_cycles = 0;  ///< of its operands

  // Cycles.
  Cycle masked = 0;     ///< fetch: in which it is decoded and its execution mask computed
  Cycle issued = 0;     ///< arbiter
  Cycle completes = 0;  ///< pipes, load/store unit: of write-back
  // Execution mask; compaction control fills in the last.
  LaneMask dispatched;
  LaneMask predicate;
  LaneMask active;
  LaneMask off_by_memory;  ///< lanes that are off because loads took different times
  LaneMask enabled;        ///< lanes that are where it is, whether it heeds masks or not
  LaneMask issued_lanes;

  // Load/store unit.
  Cycle fetched = 0;                 ///< cycle in which its addresses are there
  unsigned place = 0;                ///< among the thread's operations that memory has not answered
  OutstandingLoad* load = nullptr;   ///< of a load or atomic that memory has not answered
  LaneMask missed;                   ///< of a snoop: lanes that get no value
  Cycle accepted = 0;                ///< cycle in which local memory takes its last word
  FlightProfile* profile = nullptr;  ///< of a machine that counts by instruction
  LaneAccess access;

  /// As its instruction set has it: `thread` is a slice.
  const Instruction& riscv() const { return static_cast<const Instruction&>(*instruction); }

  // Filled by datapath=exact only: the settings of compaction control, and values, which the
  // register banks make room for. They are larger than all the rest.
  Schedule schedule;
  std::unique_ptr<DatapathValues> values;
};

}  // namespace lanefold
