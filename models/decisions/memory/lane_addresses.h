// SPDX-License-Identifier: Apache-2.0
// The addresses of the lanes of one access.
#pragma once

#include <cstdint>

#include "decisions/memory/lane_memory.h"

namespace lanefold {

/// Lowest and highest address over the active lanes, and whether all are aligned and equal or
/// consecutive.
struct AddressShape {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool aligned = false;
  bool uniform = false;
  bool unit_stride = false;  ///< every lane l is at first lane's address + l * 4
};

/// Fills `access.address`.
AddressShape compute_addresses(const Instruction& instruction, const LaneRegisters& registers,
                               LaneMask active, LaneAccess& access);

}  // namespace lanefold
