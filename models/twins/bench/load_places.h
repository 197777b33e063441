// SPDX-License-Identifier: Apache-2.0
// Places of loads, as the memory divergence table knows them, for benches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "twins/bench/random.h"

namespace lanefold {

/// Any places, every other one of which differs from the one before in one bit or two. Now and then
/// one of the first `small` is among them: the first instructions of a kernel, outside of calls.
template <std::size_t kPlaces>
void draw_places(Random& random, std::array<std::uint64_t, kPlaces>& places, unsigned small) {
  for (std::size_t i = 0; i < kPlaces; ++i) {
    places[i] = i % 2 == 0 ? random.bits() : places[i - 1] ^ random.difference();
  }
  if (random.one_in(4)) places[random.below(kPlaces)] = random.below(small);
}

}  // namespace lanefold
