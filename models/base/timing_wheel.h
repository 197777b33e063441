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
#include "base/pool.h"

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
      for (List& slot = slots_[cycle % kSlots]; slot.first != nullptr; ++taken) {
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

  struct Place {
    Item item{};
    Place* next = nullptr;  ///< in its slot
  };
  /// In the order of arrival.
  struct List {
    Place* first = nullptr;
    Place* last = nullptr;
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
    Place& place = places_.take();
    place = {std::move(item), nullptr};
    List& slot = slots_[cycle % kSlots];
    (slot.first == nullptr ? slot.first : slot.last->next) = &place;
    slot.last = &place;
    used_[cycle % kSlots / 64] |= std::uint64_t{1} << cycle % 64;
    ++near_;
  }

  Item take_first(List& slot) {
    Place& place = *slot.first;
    slot.first = place.next;
    Item item = std::move(place.item);
    places_.give_back(place);
    return item;
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

  Pool<Place> places_;
  std::array<List, kSlots> slots_;
  std::array<std::uint64_t, kWords> used_{};
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  Cycle base_ = 0;
  std::uint64_t pushed_ = 0;
  std::size_t near_ = 0;
};

}  // namespace lanefold
