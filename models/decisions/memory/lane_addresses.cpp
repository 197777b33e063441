// SPDX-License-Identifier: Apache-2.0
// Addresses of a whole warp, in loops that the compiler vectorises.
#include "decisions/memory/lane_addresses.h"

namespace lanefold {

AddressShape compute_addresses(const Instruction& instruction, const LaneRegisters& registers,
                               LaneMask active, LaneAccess& access) {
  const std::uint32_t* base = registers.row(instruction.rs1);
  const auto offset = instruction.kind == InstructionClass::Atomic
                          ? 0U
                          : static_cast<std::uint32_t>(instruction.imm);
  const unsigned lowest = active.lowest();
  const std::uint32_t reference = base[lowest] + offset;
  const std::uint32_t lane0 = reference - lowest * 4;
  std::uint32_t first = reference;
  std::uint32_t last = reference;
  std::uint32_t low_bits = 0;
  std::uint32_t strided = 0;
  for (unsigned group = 0; group < registers.stride; group += kLaneGroup) {
    const auto mask = static_cast<std::uint32_t>(active.bits() >> group);
    for (unsigned i = 0; i < kLaneGroup; ++i) {
      const bool on = (mask >> i & 1U) != 0;
      const std::uint32_t address = on ? base[group + i] + offset : reference;
      const std::uint32_t expected = on ? lane0 + 4 * (group + i) : reference;
      access.address[group + i] = address;
      first = address < first ? address : first;
      last = address > last ? address : last;
      low_bits |= address;
      strided |= address ^ expected;
    }
  }
  const std::uint32_t bytes = instruction.access_bytes;
  return {first, last + (bytes - 1), (low_bits & (bytes - 1)) == 0, first == last, strided == 0};
}

}  // namespace lanefold
