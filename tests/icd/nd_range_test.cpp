// SPDX-License-Identifier: Apache-2.0
// Index spaces as applications ask for them, and the codes for those that cannot be.
#include "apps/icd/nd_range.h"

#include <gtest/gtest.h>

#include <array>

#include "apps/icd/api_error.h"

namespace lanefold::icd {
namespace {

constexpr std::uint32_t kLargestGroup = 576;
using Sizes = std::array<std::size_t, 3>;

NDRange range_of(cl_uint dimensions, const Sizes& global, const std::size_t* local,
                 const KernelInfo& kernel = {}) {
  return nd_range_of({dimensions, nullptr, global.data(), local}, kernel, kLargestGroup);
}

cl_int code_of(cl_uint dimensions, const Sizes& global, const Sizes& local,
               const KernelInfo& kernel = {}) {
  return guarded([&] { range_of(dimensions, global, local.data(), kernel); });
}

TEST(IcdRange, TakesSizesAsTheyAre) {
  const Sizes local{8, 4, 2};
  const NDRange range = range_of(3, {64, 32, 4}, local.data());
  EXPECT_EQ(range.dimensions, 3U);
  EXPECT_EQ(range.global, (std::array<std::uint32_t, 3>{64, 32, 4}));
  EXPECT_EQ(range.local, (std::array<std::uint32_t, 3>{8, 4, 2}));
}

TEST(IcdRange, ChoosesGroupsThatDivideTheGlobalSize) {
  EXPECT_EQ(range_of(1, {1000, 1, 1}, nullptr).local[0], 50U);
  EXPECT_EQ(range_of(1, {1009, 1, 1}, nullptr).local[0], 1U) << "a prime number";
  const NDRange plane = range_of(2, {16, 30, 1}, nullptr);
  EXPECT_EQ(plane.local, (std::array<std::uint32_t, 3>{16, 3, 1}));
  const NDRange narrow = range_of(3, {1, 1, 64}, nullptr);
  EXPECT_EQ(narrow.local, (std::array<std::uint32_t, 3>{1, 1, 64}));
}

TEST(IcdRange, RejectsRangesThatTheStandardForbids) {
  const Sizes one{1, 1, 1};
  EXPECT_EQ(code_of(0, one, one), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(code_of(4, one, one), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(code_of(2, {4, 0, 1}, one), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(code_of(1, {std::size_t{1} << 32, 1, 1}, one), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(code_of(1, {64, 1, 1}, {0, 1, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(code_of(1, {64, 1, 1}, {48, 1, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(code_of(1, {1024, 1, 1}, {1024, 1, 1}), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(code_of(2, {64, 64, 1}, {64, 16, 1}), CL_INVALID_WORK_GROUP_SIZE) << "1024 items";
}

TEST(IcdRange, RefusesOffsetsBehindTheLastId) {
  const std::size_t global = 64;
  const std::size_t most = UINT32_MAX - global;
  const std::size_t too_far = most + 1;
  const auto code_at = [&](const std::size_t& offset) {
    return guarded([&] { nd_range_of({1, &offset, &global, nullptr}, {}, kLargestGroup); });
  };
  EXPECT_EQ(code_at(most), CL_SUCCESS);
  EXPECT_EQ(code_at(too_far), CL_INVALID_GLOBAL_OFFSET);
}

TEST(IcdRange, HoldsToTheRequiredGroupSize) {
  KernelInfo kernel;
  kernel.required_work_group_size = {8, 1, 1};
  EXPECT_EQ(code_of(1, {64, 1, 1}, {8, 1, 1}, kernel), CL_SUCCESS);
  EXPECT_EQ(code_of(1, {64, 1, 1}, {16, 1, 1}, kernel), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(guarded([&] {
              range_of(1, {64, 1, 1}, nullptr, kernel);
            }),
            CL_INVALID_WORK_GROUP_SIZE)
      << "the application must say it";
}

}  // namespace
}  // namespace lanefold::icd
