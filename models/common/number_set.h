// SPDX-License-Identifier: Apache-2.0
// A set of small numbers, as of ports, visited without looking at those that are not in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanefold {

/// Numbers from 0 to below that with which it was made; IndexSet is for at most 64.
class NumberSet {
 public:
  explicit NumberSet(unsigned numbers = 0) : words_((numbers + 63) / 64) {}

  void insert(unsigned number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
  void erase(unsigned number) { words_[number / 64] &= ~(std::uint64_t{1} << number % 64); }

  bool empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
  }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  /// Lowest first; `visit` may change the set.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned word = 0; word < words_.size(); ++word) {
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<unsigned>(__builtin_ctzll(rest)));
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace lanefold
