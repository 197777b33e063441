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

  void insert(unsigned number) { word_of(number) |= bit(number); }
  void erase(unsigned number) { word_of(number) &= ~bit(number); }
  void clear() {
    first_ = 0;
    std::fill(others_.begin(), others_.end(), 0);
  }

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

  /// Calls `stop(number)`, in turn from `start` on and then from 0 on, until it answers true;
  /// whether it has.
  template <class Stop>
  bool in_turn(unsigned start, Stop&& stop) const {
    const std::uint64_t before = bit(start) - 1;
    const unsigned begin = start / 64;
    const auto words = static_cast<unsigned>(others_.size()) + 1;
    if (any_of_word(word(begin) & ~before, begin, stop)) return true;
    for (unsigned index = begin + 1; index < words; ++index) {
      if (any_of_word(word(index), index, stop)) return true;
    }
    for (unsigned index = 0; index < begin; ++index) {
      if (any_of_word(word(index), index, stop)) return true;
    }
    return any_of_word(word(begin) & before, begin, stop);
  }

 private:
  static std::uint64_t bit(unsigned number) { return std::uint64_t{1} << number % 64; }
  std::uint64_t& word_of(unsigned number) {
    return number < 64 ? first_ : others_[number / 64 - 1];
  }
  std::uint64_t word(unsigned index) const { return index == 0 ? first_ : others_[index - 1]; }

  template <class Visit>
  static void visit_word(std::uint64_t rest, unsigned base, Visit& visit) {
    for (; rest != 0; rest &= rest - 1) visit(base + static_cast<unsigned>(__builtin_ctzll(rest)));
  }

  template <class Stop>
  static bool any_of_word(std::uint64_t rest, unsigned index, Stop& stop) {
    for (; rest != 0; rest &= rest - 1) {
      if (stop(64 * index + static_cast<unsigned>(__builtin_ctzll(rest)))) return true;
    }
    return false;
  }

  std::uint64_t first_ = 0;  ///< 0 to 63
  std::vector<std::uint64_t> others_;
};

}  // namespace lanefold
