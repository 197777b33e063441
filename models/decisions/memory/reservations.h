// SPDX-License-Identifier: Apache-2.0
// Load reservations of lr/sc (RISC-V unprivileged specification, chapter "A", section 8.2).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanefold {

/// At most one reservation per lane. Every store asks here, which costs nothing while no lane holds
/// any.
class Reservations {
 public:
  void reserve(const std::byte* word, const void* warp, unsigned lane) {
    drop(warp, lane);
    held_.push_back({word, warp, lane});
  }
  /// Whether the lane still holds its reservation of that word; it does not afterwards.
  bool claim(const std::byte* word, const void* warp, unsigned lane) {
    const auto mine = std::find_if(held_.begin(), held_.end(), [&](const Entry& entry) {
      return entry.warp == warp && entry.lane == lane;
    });
    if (mine == held_.end()) return false;
    const bool valid = mine->word == word;
    held_.erase(mine);
    return valid;
  }
  /// A store to [first, first + bytes) by anyone.
  void written(const std::byte* first, std::size_t bytes) {
    if (held_.empty()) return;
    held_.erase(std::remove_if(held_.begin(), held_.end(),
                               [&](const Entry& entry) {
                                 return entry.word < first + bytes && first < entry.word + 4;
                               }),
                held_.end());
  }
  /// The warp's lanes have ended.
  void drop_warp(const void* warp) {
    held_.erase(std::remove_if(held_.begin(), held_.end(),
                               [&](const Entry& entry) { return entry.warp == warp; }),
                held_.end());
  }

 private:
  struct Entry {
    const std::byte* word;
    const void* warp;
    unsigned lane;
  };
  void drop(const void* warp, unsigned lane) {
    held_.erase(std::remove_if(
                    held_.begin(), held_.end(),
                    [&](const Entry& entry) { return entry.warp == warp && entry.lane == lane; }),
                held_.end());
  }
  std::vector<Entry> held_;
};

}  // namespace lanefold
