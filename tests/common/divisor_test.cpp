// SPDX-License-Identifier: Apache-2.0
// Dividing by powers of two gives what dividing gives.
#include "base/divisor.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

TEST(Divisor, EqualsDivision) {
  const std::uint64_t large = std::uint64_t{1} << 62;
  for (const std::uint64_t number :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{7}, std::uint64_t{64},
        std::uint64_t{100}, large, large - 1}) {
    const Divisor divisor(number);
    EXPECT_EQ(divisor.number(), number);
    for (const std::uint64_t dividend : {std::uint64_t{0}, std::uint64_t{1}, number - 1, number,
                                         number + 1, 3 * number - 1, large, large + 12345}) {
      EXPECT_EQ(divisor.quotient(dividend), dividend / number) << dividend << " / " << number;
      EXPECT_EQ(divisor.remainder(dividend), dividend % number) << dividend << " % " << number;
      EXPECT_EQ(divisor.quotient_up(dividend), (dividend + number - 1) / number)
          << dividend << " / " << number << ", rounded up";
    }
  }
}

}  // namespace
}  // namespace lanefold
