// SPDX-License-Identifier: Apache-2.0
// Which line of a set makes way for another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lanefold/memory_choices.h"

namespace lanefold {

/// Knows when the ways of each set are used, not what they hold.
class Replacement {
 public:
  virtual ~Replacement() = default;

  /// Forgets everything. At most 64 ways.
  virtual void reset(std::uint32_t sets, std::uint32_t ways, std::uint64_t seed) = 0;
  /// A way is filled or hit.
  virtual void touch(std::uint32_t set, std::uint32_t way) = 0;
  /// One of `candidates`, a mask of ways that is not empty.
  virtual std::uint32_t victim(std::uint32_t set, std::uint64_t candidates) = 0;

  /// The ways of a set, from the one whose latest use is longest ago; in any order where uses do
  /// not matter.
  virtual std::vector<std::uint32_t> by_age(std::uint32_t set) const = 0;
  /// What the generator of random choices holds, if there is one.
  virtual std::optional<std::uint64_t> generator() const { return {}; }
  virtual void set_generator(std::uint64_t /*state*/) {}
};

/// A policy that is not reset yet.
std::unique_ptr<Replacement> make_replacement(ReplacementPolicy policy);

}  // namespace lanefold
