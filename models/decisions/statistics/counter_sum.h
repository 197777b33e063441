// SPDX-License-Identifier: Apache-2.0
// Adds blocks of counters, each counter as its description says.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "lanefold/counter_kind.h"

namespace lanefold {

inline void add_counter(std::uint64_t& sum, std::uint64_t more, CounterKind kind) {
  sum = kind == CounterKind::Maximum ? std::max(sum, more) : sum + more;
}

/// A visitor that collects the counters and the entries of histograms in the order of `describe`.
/// `Value` is std::uint64_t, or const for a block that is only read. There are at most `most`. What
/// they take is no allocation, since small blocks are added up often.
template <class Value, std::size_t most>
class CounterList {
 public:
  struct Entry {
    Value* value;
    CounterKind kind;
  };

  void counter(const char*, Value& value, const char*, const char*,
               CounterKind kind = CounterKind::Sum) {
    add({&value, kind});
  }
  template <class Array>
  void histogram(const char*, Array& values, const char*) {
    for (Value& value : values) add({&value, CounterKind::Sum});
  }

  std::size_t size() const { return size_; }
  const Entry& operator[](std::size_t i) const { return entries_[i]; }

 private:
  void add(Entry entry) {
    assert(size_ < most);
    entries_[size_++] = entry;
  }

  std::size_t size_ = 0;
  std::array<Entry, most> entries_;  // NOLINT(cppcoreguidelines-pro-type-member-init): to `size_`
};

/// A block has counters, and some may have them outside of themselves (PolicyCycles).
template <class Block>
constexpr std::size_t kMostCounters = sizeof(Block) / sizeof(std::uint64_t) + 64;

/// Adds every counter of `more` to that of `sum`. `Block` has a static `describe`.
template <class Block>
void add_counters(Block& sum, const Block& more) {
  CounterList<std::uint64_t, kMostCounters<Block>> sums;
  CounterList<const std::uint64_t, kMostCounters<Block>> addends;
  Block::describe(sum, sums);
  Block::describe(more, addends);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    add_counter(*sums[i].value, *addends[i].value, sums[i].kind);
  }
}

}  // namespace lanefold
