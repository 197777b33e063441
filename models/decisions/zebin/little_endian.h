// SPDX-License-Identifier: Apache-2.0
// Numbers as bytes, the lowest first.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanefold::gen8 {

inline void put_little_endian(std::byte* place, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    place[i] = static_cast<std::byte>(value >> (8 * i));
  }
}

/// Of up to 8 bytes.
inline std::uint64_t get_little_endian(const std::byte* place, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value |= std::to_integer<std::uint64_t>(place[i]) << (8 * i);
  }
  return value;
}

}  // namespace lanefold::gen8
