// SPDX-License-Identifier: Apache-2.0
// How far an access lies from the buffer that it has missed.
#include "decisions/memory/buffer_distance.h"

#include <gtest/gtest.h>

#include <string>

#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

const std::string kFirst = " the buffer of 36 bytes at 0x10000000";
const std::string kSecond = " the buffer of 64 bytes at 0x10001080";

class BufferDistance : public ::testing::Test {
 protected:
  /// Of `bytes` from `offset` on, counted from the first buffer.
  std::string of(std::uint32_t offset, std::uint32_t bytes) const {
    return describe_distance(memory_, kGlobalBase + offset, kGlobalBase + offset + bytes - 1);
  }

  GlobalMemory memory_{1U << 20, 0, 4096};
  const Buffer first_ = memory_.allocate(36);
  const Buffer second_ = memory_.allocate(64);
};

TEST_F(BufferDistance, CountsFromTheEndToTheLastByte) {
  EXPECT_EQ(of(36, 1), "reaches 1 bytes behind the end of" + kFirst);
  EXPECT_EQ(of(36, 4), "reaches 4 bytes behind the end of" + kFirst);
  EXPECT_EQ(of(132, 4), "reaches 100 bytes behind the end of" + kFirst);
  EXPECT_EQ(of(0x1080 + 64, 8), "reaches 8 bytes behind the end of" + kSecond);
  EXPECT_EQ(of(0xffff8, 8), "reaches 1044288 bytes behind the end of" + kSecond);
}

TEST_F(BufferDistance, IsThatOfBytesBehindWhenAnAccessBeginsInside) {
  EXPECT_EQ(of(32, 8), "reaches 4 bytes behind the end of" + kFirst);
}

TEST_F(BufferDistance, CountsFromTheFirstByteToABufferBehind) {
  EXPECT_EQ(of(0x1080 - 4, 4), "begins 4 bytes in front of" + kSecond);
  EXPECT_EQ(of(0x1080 - 4, 8), "begins 4 bytes in front of" + kSecond) << "half inside";
}

TEST_F(BufferDistance, IsThatToTheNearerBuffer) {
  const std::uint32_t middle = (36 + 0x1080) / 2;
  EXPECT_EQ(of(middle - 2, 2), "reaches 2094 bytes behind the end of" + kFirst);
  EXPECT_EQ(of(middle + 2, 2), "begins 2092 bytes in front of" + kSecond);
}

TEST_F(BufferDistance, PassesOverArguments) {
  const Buffer arguments = memory_.allocate(16, false);
  EXPECT_EQ(of(arguments.address - kGlobalBase, 4),
            "reaches 4164 bytes behind the end of" + kSecond);
  memory_.release(second_);
  memory_.release(first_);
  EXPECT_EQ(of(0, 4), "") << "there is no buffer";
}

}  // namespace
}  // namespace lanefold
