// SPDX-License-Identifier: Apache-2.0
// Load reservations of lr/sc (RISC-V unprivileged specification, chapter "A", section 8.2).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanefold {

/// At most one reservation per lane. Every store asks here, which costs nothing while no lane holds
/// any.
class Reservations {
 public:
  void reserve(const std::byte* word, const void* warp, unsigned lane) {
    drop(warp, lane);
    held_.push_back({word, warp, lane, {}});
  }
  /// Memory has answered the load-reserved of that word with `value`, unless the lane has lost its
  /// reservation.
  void answered(const std::byte* word, const void* warp, unsigned lane, std::uint32_t value) {
    for (Entry& entry : held_) {
      if (entry.warp == warp && entry.lane == lane && entry.word == word) entry.value = value;
    }
  }
  /// That answer; nothing as long as it has not come.
  std::optional<std::uint32_t> answer(const std::byte* word, const void* warp,
                                      unsigned lane) const {
    for (const Entry& entry : held_) {
      if (entry.warp == warp && entry.lane == lane && entry.word == word) return entry.value;
    }
    return {};
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
    std::optional<std::uint32_t> value;  ///< of the word, where values go through memory
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
