// SPDX-License-Identifier: Apache-2.0
// What a self-timed module has to do and when: items in the order of their cycles, and of
// arrival within a cycle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/cycle.h"

namespace lanefold {

/// Cycles near the present have a slot each, so that neither adding nor taking an item costs a
/// comparison with others; what lies further ahead waits in a heap. Items of all slots share
/// places, of which the latest that fell free is taken next: the host's caches then hold them.
template <class Item>
class TimingWheel {
 public:
  /// A cycle that is past already counts as the latest one that was taken.
  void push(Cycle cycle, Item item) {
    cycle = std::max(cycle, base_);
    if (cycle - base_ < kSlots) {
      add(cycle, std::move(item));
    } else {
      later_.push({cycle, pushed_++, std::move(item)});
    }
  }

  bool empty() const { return near_ == 0 && later_.empty(); }

  /// Cycle of the first item, or kNever.
  Cycle next() const {
    if (near_ == 0) return later_.empty() ? kNever : later_.top().cycle;
    return base_ + first_used();
  }

  /// Hands `take` every item up to cycle `now`; what it pushes for these cycles follows.
  template <class Take>
  void take_due(Cycle now, Take&& take) {
    for (Cycle cycle = next(); cycle <= now && cycle != kNever; cycle = next()) {
      advance(cycle);
      std::size_t taken = 0;
      for (List& slot = slots_[cycle % kSlots]; slot.first != kNone; ++taken) {
        Item item = take_first(slot);  // `take` may add to the slot
        take(item);
      }
      near_ -= taken;
      used_[cycle % kSlots / 64] &= ~(std::uint64_t{1} << cycle % 64);
    }
    if (now > base_) advance(now);
  }

 private:
  static constexpr std::uint64_t kSlots = 512;
  static constexpr std::uint64_t kWords = kSlots / 64;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Place {
    Item item;
    std::uint32_t next;  ///< in its slot, or of those that are free
  };
  /// In the order of arrival.
  struct List {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };
  struct Later {
    Cycle cycle;
    std::uint64_t order;
    Item item;
    bool operator>(const Later& other) const {
      return cycle != other.cycle ? cycle > other.cycle : order > other.order;
    }
  };

  void add(Cycle cycle, Item item) {
    const std::uint32_t place = put(std::move(item));
    List& slot = slots_[cycle % kSlots];
    (slot.first == kNone ? slot.first : places_[slot.last].next) = place;
    slot.last = place;
    used_[cycle % kSlots / 64] |= std::uint64_t{1} << cycle % 64;
    ++near_;
  }

  std::uint32_t put(Item item) {
    if (free_ == kNone) {
      places_.push_back({std::move(item), kNone});
      return static_cast<std::uint32_t>(places_.size() - 1);
    }
    const std::uint32_t place = std::exchange(free_, places_[free_].next);
    places_[place] = {std::move(item), kNone};
    return place;
  }

  Item take_first(List& slot) {
    const std::uint32_t place = slot.first;
    slot.first = std::exchange(places_[place].next, free_);
    free_ = place;
    return std::move(places_[place].item);
  }

  /// Cycles from base_ to the first slot in use; there is one.
  std::uint64_t first_used() const {
    const std::uint64_t start = base_ % kSlots;
    std::uint64_t word = start / 64;
    std::uint64_t bits = used_[word] & ~std::uint64_t{0} << start % 64;
    while (bits == 0) bits = used_[word = (word + 1) % kWords];
    const std::uint64_t slot = word * 64 + static_cast<std::uint64_t>(__builtin_ctzll(bits));
    return (slot + kSlots - start) % kSlots;
  }

  /// Nothing is left before `cycle`.
  void advance(Cycle cycle) {
    base_ = cycle;
    while (!later_.empty() && later_.top().cycle - base_ < kSlots) {
      add(later_.top().cycle, std::move(const_cast<Later&>(later_.top()).item));
      later_.pop();
    }
  }

  std::vector<Place> places_;
  std::uint32_t free_ = kNone;
  std::array<List, kSlots> slots_;
  std::array<std::uint64_t, kWords> used_{};
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  Cycle base_ = 0;
  std::uint64_t pushed_ = 0;
  std::size_t near_ = 0;
};

}  // namespace lanefold
