// SPDX-License-Identifier: Apache-2.0
// What atomic messages leave in memory.
#include "decisions/eu/atomic_operation.h"

#include <gtest/gtest.h>

namespace lanefold::gen8 {
namespace {

struct AtomicCase {
  AtomicOperation operation;
  std::uint32_t memory, first, second, result;
  unsigned operands;
};

TEST(AtomicOperation, LeavesTheResult) {
  constexpr AtomicCase kCases[] = {
      {AtomicOperation::And, 0xff00, 0x0ff0, 9, 0x0f00, 1},
      {AtomicOperation::Or, 0xff00, 0x0ff0, 9, 0xfff0, 1},
      {AtomicOperation::Xor, 0xff00, 0x0ff0, 9, 0xf0f0, 1},
      {AtomicOperation::Store, 1, 2, 9, 2, 1},
      {AtomicOperation::Increment, 0xffffffff, 9, 9, 0, 0},
      {AtomicOperation::Decrement, 0, 9, 9, 0xffffffff, 0},
      {AtomicOperation::Add, 3, 4, 9, 7, 1},
      {AtomicOperation::Subtract, 3, 4, 9, 0xffffffff, 1},
      {AtomicOperation::ReverseSubtract, 3, 4, 9, 1, 1},
      {AtomicOperation::SignedMaximum, 0xffffffff, 1, 9, 1, 1},
      {AtomicOperation::SignedMinimum, 0xffffffff, 1, 9, 0xffffffff, 1},
      {AtomicOperation::UnsignedMaximum, 0xffffffff, 1, 9, 0xffffffff, 1},
      {AtomicOperation::UnsignedMinimum, 0xffffffff, 1, 9, 1, 1},
      {AtomicOperation::CompareAndSwap, 5, 5, 8, 8, 2},
      {AtomicOperation::CompareAndSwap, 5, 6, 8, 5, 2},
  };
  for (const AtomicCase& one : kCases) {
    const auto code = static_cast<unsigned>(one.operation);
    const auto result =
        atomic_result<std::uint32_t>(one.operation, one.memory, one.first, one.second);
    EXPECT_EQ(result, one.result) << code;
    EXPECT_EQ(operands_of(one.operation), one.operands) << code;
  }
}

TEST(AtomicOperation, IsTheSameOfWordsOf64Bits) {
  constexpr std::uint64_t kMemory = 0xffff'ffff'0000'0001;
  const auto result = [](AtomicOperation operation, std::uint64_t first) {
    return atomic_result<std::uint64_t>(operation, kMemory, first, 5);
  };
  EXPECT_EQ(result(AtomicOperation::Add, 0xffff'ffff), 0U);
  EXPECT_EQ(result(AtomicOperation::SignedMaximum, 1), 1U);
  EXPECT_EQ(result(AtomicOperation::UnsignedMaximum, 1), kMemory);
  EXPECT_EQ(result(AtomicOperation::CompareAndSwap, 1), kMemory);
  EXPECT_EQ(result(AtomicOperation::CompareAndSwap, kMemory), 5U);
}

}  // namespace
}  // namespace lanefold::gen8
