// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every host.
#pragma once

#include <cstdint>

namespace lanefold {

/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): a counter, mixed.
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed = 0) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
    return mixed ^ mixed >> 31;
  }
  /// A generator made of it goes on from here.
  std::uint64_t state() const { return state_; }
  /// Below `limit`, which is far below 2^64.
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }

 private:
  std::uint64_t state_;
};

}  // namespace lanefold
