// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics of the lanes of one warp, on the four address spaces that a work-item
// sees.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "decisions/isa/instruction.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/memory/global_memory.h"
#include "decisions/memory/private_memory.h"
#include "decisions/memory/reservations.h"
#include "lanefold/lane_mask.h"
#include "lanefold/memory_choices.h"

namespace lanefold {

enum class AddressSpace : std::uint8_t { Program, Global, Local, Private };

/// Code and constants of the program: readable at their addresses.
struct ProgramBytes {
  const std::byte* bytes = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// What one warp sees. Pointers are not owned.
struct AddressSpaces {
  GlobalMemory* global = nullptr;
  ProgramBytes program;
  std::byte* local = nullptr;  ///< local memory of the warp's work-group
  std::uint32_t local_bytes = 0;
  PrivateMemory* private_memory = nullptr;
  Reservations* reservations = nullptr;
  MemoryValues values = MemoryValues::Beside;  ///< of global memory
};

/// What one access does, for the blocks that give it time.
struct LaneAccess {
  LaneMask lanes;
  LaneMask global;   ///< lanes whose access lies in global memory
  LaneMask updated;  ///< of an atomic's lanes, those that have written; a store-conditional may yet
                     ///< fail where values go through memory
  LaneMask overran;  ///< lanes whose access lies past the end of a buffer, as far as memory allows
  std::uint16_t bytes = 0;
  /// Of `bytes`, bit n for the n-th word that is accessed; 0: all.
  std::uint8_t words = 0;
  InstructionClass kind = InstructionClass::Load;
  AddressSpace space = AddressSpace::Global;  ///< of the last lane, or Global if values go there
  bool changed_memory = false;     ///< a store, or an atomic that wrote another value at once
  Opcode operation = Opcode::LrW;  ///< of an atomic: what becomes of the word, as in `amo_result`
  bool compares = false;           ///< an atomic changes a word only if it holds what is expected
  bool kept = false;     ///< `operand` has the bytes of a store, those of each lane behind others'
  bool through = false;  ///< values of the lanes of `global` go with the line requests
  const GlobalMemory* image = nullptr;  ///< of global memory, which stores change at once
  alignas(64) std::array<std::uint32_t, 64> address{};  ///< by lane; meaningful for `lanes`
  /// Of an atomic's lanes and, where values go through memory, of a store's.
  alignas(64) std::array<std::uint64_t, 64> operand{};
  alignas(64) std::array<std::uint64_t, 64> expected{};  ///< with `compares`
};

/// Thrown for an access that the machine must refuse; the launch adds kernel, work-item and source
/// line.
struct LaneFault {
  unsigned lane = 0;
  std::string sentence;  ///< for instance "load of 4 bytes at 0x00000000, which is not mapped"
};

/// Carries out a Load, Store or Atomic in the lanes of `active`, lowest lane first. Fills `access`.
/// Where values go through memory, lanes in global memory are only checked, and what they write is
/// kept in `access`. Throws LaneFault for the lowest lane whose access is misaligned or outside of
/// every region.
void access_memory(const Instruction& instruction, LaneRegisters& registers,
                   const AddressSpaces& spaces, LaneMask active, FloatTraits traits,
                   LaneAccess& access);

/// What to tell the user of the lowest lane that overran.
LaneFault describe_overrun(const LaneAccess& access, const GlobalMemory& global);

}  // namespace lanefold
