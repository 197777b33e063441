// SPDX-License-Identifier: Apache-2.0
// A set of small numbers, as of ports, visited without looking at those that are not in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanefold {

/// Numbers from 0 to below that with which it was made; IndexSet is for at most 64, which are quick
/// here too.
class NumberSet {
 public:
  explicit NumberSet(unsigned numbers = 0) : others_(numbers > 64 ? (numbers - 1) / 64 : 0) {}

  void insert(unsigned number) { word(number) |= bit(number); }
  void erase(unsigned number) { word(number) &= ~bit(number); }

  bool empty() const {
    return first_ == 0 && std::all_of(others_.begin(), others_.end(),
                                      [](std::uint64_t word) { return word == 0; });
  }

  /// Lowest first; `visit` may change the set.
  template <class Visit>
  void for_each(Visit&& visit) const {
    visit_word(first_, 0, visit);
    unsigned base = 0;
    for (const std::uint64_t& word : others_) visit_word(word, base += 64, visit);
  }

 private:
  static std::uint64_t bit(unsigned number) { return std::uint64_t{1} << number % 64; }
  std::uint64_t& word(unsigned number) { return number < 64 ? first_ : others_[number / 64 - 1]; }

  template <class Visit>
  static void visit_word(std::uint64_t rest, unsigned base, Visit& visit) {
    for (; rest != 0; rest &= rest - 1) visit(base + static_cast<unsigned>(__builtin_ctzll(rest)));
  }

  std::uint64_t first_ = 0;  ///< 0 to 63
  std::vector<std::uint64_t> others_;
};

}  // namespace lanefold
