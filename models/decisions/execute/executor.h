// SPDX-License-Identifier: Apache-2.0
// Carrying out one instruction of one warp: its data effects, and where its lanes go.
#pragma once

#include "decisions/execute/slice.h"
#include "decisions/isa/instruction.h"
#include "decisions/memory/lane_memory.h"

namespace lanefold {

/// Data effects of an instruction that does not resolve late. Fills `access` for memory
/// instructions. Throws Error (Access, IllegalInstruction) naming the work-item.
void execute(Warp& warp, const Instruction& instruction, LaneMask active, LaneAccess& access);

/// A snoop has been executed, by which all of its lanes hit; these did not, and have no value.
void miss_snoop(Warp& warp, const Instruction& snoop, LaneMask missed);

/// Moves the running split past an instruction that does not resolve late.
void advance(Slice& slice, const Instruction& instruction);

/// Where a load leads the lanes that it leaves behind.
PlaceAfterLoad after_load(const Slice& slice, const Instruction& load);

/// Where the paths of a branch meet that the running split has just left.
ReconvergencePoint after_branch(const Slice& slice, const Instruction& branch);

/// Lanes of `active` that a Branch sends to its target.
inline LaneMask taken_lanes(Warp& warp, const Instruction& branch, LaneMask active) {
  return branch.execute(branch, warp.registers(), active);
}

/// Carries out an instruction that resolves late, or at which its slice has waited, and moves the
/// running split; `taken` is the answer of a Branch. For a barrier, the slice is marked as waiting.
/// Returns true when a branch sent its lanes different ways. A return or barrier is not carried out
/// yet if lanes that were left behind run first. Throws Error (Barrier, IllegalInstruction) naming
/// the work-item.
bool resolve(Slice& slice, const Instruction& instruction, LaneMask taken);

}  // namespace lanefold
