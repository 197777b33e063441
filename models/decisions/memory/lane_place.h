// SPDX-License-Identifier: Apache-2.0
// The region in which the addresses of an access lie.
#pragma once

#include <cstddef>
#include <cstdint>

#include "decisions/memory/lane_memory.h"
#include "lanefold/memory_map.h"

namespace lanefold {

/// Where the lanes of one access lie in host memory: around `base`, or in rows of private memory.
struct Place {
  AddressSpace space = AddressSpace::Global;
  std::byte* base = nullptr;  ///< host address of device address `begin`
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool writable = true;
};

/// The region around [first, last]; false when no region contains both.
bool find_place(const AddressSpaces& spaces, std::uint32_t first, std::uint32_t last, Place& place);

/// One lane's view of a place, private interleaving resolved. Valid for the bytes of one word.
inline std::byte* host_of(const AddressSpaces& spaces, const Place& place, std::uint32_t address,
                          unsigned lane) {
  if (place.space == AddressSpace::Private) {
    return spaces.private_memory->host(address - kPrivateBase, lane);
  }
  return place.base + (address - place.begin);
}

}  // namespace lanefold
