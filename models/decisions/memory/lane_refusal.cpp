// SPDX-License-Identifier: Apache-2.0
// The sentences of refused and suspicious accesses.
#include "decisions/memory/lane_refusal.h"

#include <fmt/format.h>

#include "decisions/memory/buffer_distance.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

const char* name_of(InstructionClass kind) {
  if (kind == InstructionClass::Load) return "load";
  return kind == InstructionClass::Store ? "store" : "atomic access";
}

}  // namespace

void refuse(const Instruction& instruction, const AddressSpaces& spaces, unsigned lane,
            std::uint32_t address) {
  const unsigned bytes = instruction.access_bytes;
  std::string reason;
  if (address % bytes != 0) {
    reason = "which is misaligned";
  } else if (address < kNullGuardEnd) {
    reason = "which is near the null pointer";
  } else if (address >= kLocalBase + kLocalWindowBytes) {
    reason =
        fmt::format("which is {} the {} bytes of private memory (memory.private_bytes) at {:#010x}",
                    address < kPrivateBase ? "below the stack's end, in front of" : "outside of",
                    spaces.private_memory->bytes(), kPrivateBase);
  } else if (address >= kLocalBase) {
    reason =
        fmt::format("which is outside of the work-group's {} bytes of local memory at {:#010x}",
                    spaces.local_bytes, kLocalBase);
  } else if (address < kGlobalBase) {
    reason = instruction.kind == InstructionClass::Load
                 ? "which is outside of the program's code and constants"
                 : fmt::format("which is not writable: buffers start at {:#010x}", kGlobalBase);
  } else if (spaces.global->find(address, address) != nullptr &&
             !spaces.global->find(address, address)->writable) {
    reason = with_distance("where the kernel's arguments lie, outside of every buffer",
                           *spaces.global, address, address + (bytes - 1));
  } else {
    reason = with_distance("which is outside of every buffer", *spaces.global, address,
                           address + (bytes - 1));
  }
  throw LaneFault{lane, fmt::format("{} of {} bytes at {:#010x}, {}", name_of(instruction.kind),
                                    bytes, address, reason)};
}

LaneFault describe_overrun(const LaneAccess& access, const GlobalMemory& global) {
  const unsigned lane = access.overran.lowest();
  const std::uint32_t first = access.address[lane];
  return {lane, fmt::format("{} of {} bytes at {:#010x}, which {}; drivers' padding hides this "
                            "(memory.overrun_bytes)",
                            name_of(access.kind), access.bytes, first,
                            describe_distance(global, first, first + access.bytes - 1))};
}

}  // namespace lanefold
