// SPDX-License-Identifier: Apache-2.0
// What is kept of each kernel that has been launched.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <utility>

#include "decisions/execute/launch.h"

namespace lanefold {

/// Values by program, kernel and size of a group, found quickly for the kernel that was launched
/// last.
template <class Value>
class PerKernel {
 public:
  /// Keeps `most` values, of the kernels that were launched last.
  explicit PerKernel(std::size_t most = SIZE_MAX) : most_(most) {}

  /// The value of the launch's kernel, which is what `make()` returns at its first launch.
  template <class Make>
  Value& of(const Launch& launch, Make&& make) {
    const Key key{launch.image->number, launch.entry, launch.range.local};
    const auto found = std::find_if(known_.begin(), known_.end(),
                                    [&](const auto& known) { return known.first == key; });
    if (found == known_.end()) {
      known_.emplace_front(key, make());
      if (known_.size() > most_) known_.pop_back();
    } else if (found != known_.begin()) {
      known_.splice(known_.begin(), known_, found);
    }
    return known_.front().second;
  }
  /// Pairs of which the second is a value; the latest first.
  const auto& all() const { return known_; }

 private:
  struct Key {
    std::uint64_t program = 0;
    std::uint32_t entry = 0;
    std::array<std::uint32_t, 3> local{};
    bool operator==(const Key& other) const {
      return program == other.program && entry == other.entry && local == other.local;
    }
  };

  std::size_t most_;
  std::list<std::pair<Key, Value>> known_;
};

}  // namespace lanefold
