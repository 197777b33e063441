// SPDX-License-Identifier: Apache-2.0
// Numbers as people write them.
#include "base/parse_integer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace lanefold {
namespace {

constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

TEST(ParseInteger, ReadsDecimalAndHexadecimalNumbers) {
  EXPECT_EQ(parse_integer<std::uint64_t>("0").value, 0U);
  EXPECT_EQ(parse_integer<std::uint64_t>("010").value, 10U);
  EXPECT_EQ(parse_integer<std::uint64_t>("0xfF").value, 255U);
  EXPECT_EQ(parse_integer<std::uint64_t>("18446744073709551615").value, kMost);
  EXPECT_EQ(parse_integer<std::int64_t>("-9223372036854775808").value, kLeast);
}

TEST(ParseInteger, TellsNumbersThatAreTooLargeFromOtherTexts) {
  for (const char* text : {"18446744073709551616", "0x10000000000000000"}) {
    const auto parsed = parse_integer<std::uint64_t>(text);
    EXPECT_FALSE(parsed.value) << text;
    EXPECT_TRUE(parsed.out_of_range) << text;
  }
  EXPECT_TRUE(parse_integer<std::int64_t>("0xffffffffffffffff").out_of_range);
}

TEST(ParseInteger, RejectsTextBesideTheNumber) {
  for (const char* text : {"", "0x", "0x-1", "-0x1", "+1", " 1", "1 ", "0X1", "1.0", "ff", "-",
                           "18446744073709551616a"}) {
    const auto parsed = parse_integer<std::int64_t>(text);
    EXPECT_FALSE(parsed.value) << text;
    EXPECT_FALSE(parsed.out_of_range) << text;
  }
  EXPECT_FALSE(parse_integer<std::uint64_t>("-1").value);
}

}  // namespace
}  // namespace lanefold
