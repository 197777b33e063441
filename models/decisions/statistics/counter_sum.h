// SPDX-License-Identifier: Apache-2.0
// Adds blocks of counters, each counter as its description says.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanefold/counter_kind.h"

namespace lanefold {

inline void add_counter(std::uint64_t& sum, std::uint64_t more, CounterKind kind) {
  sum = kind == CounterKind::Maximum ? std::max(sum, more) : sum + more;
}

/// A visitor that collects the counters and the entries of histograms in the order of `describe`.
/// `Value` is std::uint64_t, or const for a block that is only read.
template <class Value>
struct CounterList {
  struct Entry {
    Value* value;
    CounterKind kind;
  };
  std::vector<Entry> entries;

  void counter(const char*, Value& value, const char*, const char*,
               CounterKind kind = CounterKind::Sum) {
    entries.push_back({&value, kind});
  }
  template <class Array>
  void histogram(const char*, Array& values, const char*) {
    for (Value& value : values) entries.push_back({&value, CounterKind::Sum});
  }
};

/// Adds every counter of `more` to that of `sum`. `Block` has a static `describe`.
template <class Block>
void add_counters(Block& sum, const Block& more) {
  CounterList<std::uint64_t> sums;
  CounterList<const std::uint64_t> addends;
  Block::describe(sum, sums);
  Block::describe(more, addends);
  for (std::size_t i = 0; i < sums.entries.size(); ++i) {
    add_counter(*sums.entries[i].value, *addends.entries[i].value, sums.entries[i].kind);
  }
}

}  // namespace lanefold
