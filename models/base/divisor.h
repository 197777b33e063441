// SPDX-License-Identifier: Apache-2.0
// A number by which is divided often. No SystemC.
#pragma once

#include <cstdint>

namespace lanefold {

/// A number above zero, mostly a power of two: then nothing is divided.
class Divisor {
 public:
  explicit Divisor(std::uint64_t number)
      : number_(number),
        power_of_two_((number & (number - 1)) == 0),
        shift_(static_cast<unsigned>(__builtin_ctzll(number))) {}

  std::uint64_t number() const { return number_; }
  std::uint64_t quotient(std::uint64_t dividend) const {
    return power_of_two_ ? dividend >> shift_ : dividend / number_;
  }
  std::uint64_t quotient_up(std::uint64_t dividend) const {
    return quotient(dividend + number_ - 1);
  }
  std::uint64_t remainder(std::uint64_t dividend) const {
    return power_of_two_ ? dividend & (number_ - 1) : dividend % number_;
  }

 private:
  std::uint64_t number_;
  bool power_of_two_;
  unsigned shift_;
};

}  // namespace lanefold
