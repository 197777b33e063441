// SPDX-License-Identifier: Apache-2.0
// What is kept of launched kernels is found again, and no other's.
#include "decisions/execute/per_kernel.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

Launch launch(const ProgramImage& image, std::uint32_t entry, std::uint32_t local) {
  Launch one;
  one.image = &image;
  one.entry = entry;
  one.range.local = {local, 1, 1};
  return one;
}

TEST(PerKernel, TellsProgramsKernelsAndGroupsApart) {
  const ProgramImage a, b;
  PerKernel<int> known;
  int made = 0;
  const auto value = [&](const Launch& one) { return known.of(one, [&] { return ++made; }); };
  EXPECT_EQ(value(launch(a, 4, 64)), 1);
  EXPECT_EQ(value(launch(a, 8, 64)), 2);
  EXPECT_EQ(value(launch(a, 4, 32)), 3);
  EXPECT_EQ(value(launch(b, 4, 64)), 4);
  EXPECT_EQ(value(launch(a, 4, 64)), 1);
  EXPECT_EQ(value(launch(b, 4, 64)), 4);
  EXPECT_EQ(known.all().size(), 4U);
}

TEST(PerKernel, KnowsAProgramAtTheAddressOfAnEarlierOne) {
  PerKernel<std::uint64_t> known;
  alignas(ProgramImage) std::byte place[sizeof(ProgramImage)];
  for (const std::uint64_t expected : {1U, 2U}) {
    auto* image = new (place) ProgramImage;
    EXPECT_EQ(known.of(launch(*image, 4, 64), [&] { return expected; }), expected);
    image->~ProgramImage();
  }
}

TEST(PerKernel, ForgetsTheOneThatWasLaunchedLongestAgo) {
  const ProgramImage image;
  PerKernel<int> known(2);
  int made = 0;
  for (const std::uint32_t entry : {4U, 8U, 4U, 12U, 4U, 8U}) {
    known.of(launch(image, entry, 64), [&] { return ++made; });
  }
  EXPECT_EQ(made, 4);  // 4, 8, 12, and 8 again
  EXPECT_EQ(known.all().size(), 2U);
}

}  // namespace
}  // namespace lanefold
