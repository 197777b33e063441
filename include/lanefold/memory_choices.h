// SPDX-License-Identifier: Apache-2.0
// The policies among which the parameters of the levels of memory choose.
#pragma once

#include <array>
#include <cstdint>

#include "lanefold/choice.h"

namespace lanefold {

/// `replacement` of a cache: which line makes way for another.
enum class ReplacementPolicy : std::uint8_t {
  Lru,     ///< the one that was not used for longest
  Random,  ///< any, chosen by the cache's seed
};
template <>
struct Names<ReplacementPolicy> {
  static constexpr std::array kValues{"lru", "random"};
};

/// `write` of a cache.
enum class CacheWrite : std::uint8_t {
  Back,     ///< keeps writes until the line is replaced
  Through,  ///< passes each on
};
template <>
struct Names<CacheWrite> {
  static constexpr std::array kValues{"back", "through"};
};

/// `dram.timing`.
enum class DramModel : std::uint8_t {
  Fixed,  ///< one latency for all
  Ddr3,   ///< knows banks and open rows
};
template <>
struct Names<DramModel> {
  static constexpr std::array kValues{"fixed", "ddr3"};
};

/// `memory.values`: where what kernels read from global memory comes from.
enum class MemoryValues : std::uint8_t {
  Beside,   ///< an image of memory, on which instructions take effect when they issue
  Through,  ///< memory's answers to the line requests
};
template <>
struct Names<MemoryValues> {
  static constexpr std::array kValues{"beside", "through"};
};

}  // namespace lanefold
