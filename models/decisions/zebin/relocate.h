// SPDX-License-Identifier: Apache-2.0
// Puts the addresses of a program's data into its code and data.
#pragma once

#include <cstdint>

#include "decisions/zebin/zebin.h"

namespace lanefold::gen8 {

/// Where the data of a program lies in global memory.
struct DataAddresses {
  std::uint32_t constants = 0;
  std::uint32_t strings = 0;
  std::uint32_t globals = 0;
};

/// The bytes with all addresses in their places.
std::vector<std::byte> apply_relocations(const RelocatableBytes& source,
                                         const DataAddresses& addresses);

}  // namespace lanefold::gen8
