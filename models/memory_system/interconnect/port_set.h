// SPDX-License-Identifier: Apache-2.0
// A set of ports, visited without looking at those that are not in it.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

class PortSet {
 public:
  explicit PortSet(unsigned ports = 0) : words_((ports + 63) / 64) {}

  void insert(unsigned port) { words_[port / 64] |= std::uint64_t{1} << port % 64; }
  void erase(unsigned port) { words_[port / 64] &= ~(std::uint64_t{1} << port % 64); }

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
