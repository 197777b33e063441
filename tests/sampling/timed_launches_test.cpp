// SPDX-License-Identifier: Apache-2.0
// Which launches a text names.
#include "decisions/sampling/timed_launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

TEST(TimedLaunches, AreNamedByNumbersKernelsAndPeriods) {
  const TimedLaunches launches = parse_timed_launches("3,10-12,bfs_expand,every:50");
  for (const std::uint64_t number : {3, 10, 11, 12, 0, 50, 100}) {
    EXPECT_TRUE(launches.names(number, "other")) << number;
  }
  for (const std::uint64_t number : {2, 4, 9, 13, 51}) {
    EXPECT_FALSE(launches.names(number, "other")) << number;
    EXPECT_TRUE(launches.names(number, "bfs_expand")) << number;
  }
  EXPECT_FALSE(launches.automatic);
  EXPECT_TRUE(parse_timed_launches("auto").automatic);
  EXPECT_EQ(parse_timed_launches("shape:8").per_shape, 8U);
}

TEST(TimedLaunches, RefuseWhatNamesNone) {
  for (const char* text : {"", "1,", "4-3", "every:", "every:0", "shape:x", "-1", "1-", "a b", "1x",
                           "99999999999999999999"}) {
    EXPECT_THAT(refusal(ErrorKind::Usage, [&] { parse_timed_launches(text); }),
                HasSubstr("names no launches; valid"))
        << text;
  }
}

}  // namespace
}  // namespace lanefold
