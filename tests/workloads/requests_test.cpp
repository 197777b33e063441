// SPDX-License-Identifier: Apache-2.0
// What all workloads share on the host side: random numbers, shapes, checks, requests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/refusal.h"
#include "workloads/launch_shape.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/ray_scene.h"
#include "workloads/request_reader.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A device that only has a size.
class SizedDevice final : public Device {
 public:
  explicit SizedDevice(std::uint32_t most) : most_(most) {}
  Buffer allocate(std::size_t) override { return {}; }
  void release(Buffer) override {}
  void write(Buffer, std::size_t, const void*, std::size_t) override {}
  void read(Buffer, std::size_t, void*, std::size_t) const override {}
  void launch(const Program&, std::string_view, const NDRange&,
              const std::vector<ArgumentValue>&) override {}
  void on_print(Print) override {}
  std::uint32_t max_work_group_size() const override { return most_; }

 private:
  std::uint32_t most_;
};

TEST(WorkloadRandom, YieldsThePublishedSequenceOfSplitMix64) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(WorkloadRandom, StaysInsideItsBounds) {
  SplitMix64 random(7);
  std::set<std::uint32_t> seen;
  for (int count = 0; count < 1000; ++count) {
    seen.insert(random.below(5));
    const float unit = random.unit();
    EXPECT_TRUE(unit >= 0.0F && unit < 1.0F);
    const float between = random.between(-2.0F, 3.0F);
    EXPECT_TRUE(between >= -2.0F && between <= 3.0F);
  }
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4));
}

TEST(WorkloadShape, TakesTheLargestGroupThatTheDeviceHolds) {
  const std::pair<std::uint32_t, std::uint32_t> cases[] = {{1024, 64}, {96, 64}, {64, 64}, {48, 32},
                                                           {16, 16},   {6, 4},   {1, 1}};
  for (const auto& [most, expected] : cases) {
    EXPECT_EQ(group_size(SizedDevice(most)), expected) << most;
  }
  EXPECT_EQ(square_side(SizedDevice(96)), 8U);
  EXPECT_EQ(square_side(SizedDevice(48)), 4U);
  EXPECT_EQ(square_side(SizedDevice(6)), 2U);
  EXPECT_EQ(square_side(SizedDevice(2)), 1U);
}

TEST(WorkloadShape, RoundsTheIndexSpaceUpToWholeGroups) {
  const NDRange linear = linear_range(SizedDevice(96), 130);
  EXPECT_THAT(linear.global, ElementsAre(192, 1, 1));
  EXPECT_THAT(linear.local, ElementsAre(64, 1, 1));
  const NDRange square = square_range(SizedDevice(48), 9, 4);
  EXPECT_EQ(square.dimensions, 2U);
  EXPECT_THAT(square.global, ElementsAre(12, 4, 1));
  EXPECT_THAT(square.local, ElementsAre(4, 4, 1));
  const NDRange row = row_range(SizedDevice(48), 33, 5);
  EXPECT_EQ(row.dimensions, 2U);
  EXPECT_THAT(row.global, ElementsAre(64, 5, 1));
  EXPECT_THAT(row.local, ElementsAre(32, 1, 1));
}

TEST(WorkloadCheck, AcceptsEqualOutputsAndCountsThem) {
  OutputCheck check;
  check.equal("one", std::vector<int>{1, 2, 3}, {1, 2, 3});
  check.equal("two", 7U, 7U);
  const WorkloadResult result = check.result("a shape");
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.values_checked, 4U);
  EXPECT_EQ(result.detail, "a shape");
}

TEST(WorkloadCheck, DescribesTheFirstDifference) {
  OutputCheck check;
  check.equal("cost", std::vector<std::uint8_t>{1, 65, 66}, {1, 2, 3});
  check.equal("other", 1, 2);
  const WorkloadResult result = check.result("a shape");
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(result.detail, "cost[1] is 65, expected 2");
}

TEST(WorkloadCheck, NoticesASingleBitAndAMissingValue) {
  OutputCheck zeros;
  zeros.equal("zero", std::vector<float>{-0.0F}, {0.0F});
  EXPECT_FALSE(zeros.result("").verified);
  OutputCheck sizes;
  sizes.equal("list", std::vector<int>{1}, {1, 2});
  EXPECT_EQ(sizes.result("").detail, "list has 1 values, expected 2");
  EXPECT_FALSE(OutputCheck().result("nothing compared").verified);
}

TEST(WorkloadCheck, TakesOtherFunctionsOfMathWithinBounds) {
  const auto compared = [](float actual) {
    OutputCheck check(MathFunctions::Other);
    check.equal("value", std::vector<float>{100, actual}, {100, 2});
    return check.result("a shape");
  };
  EXPECT_TRUE(compared(2.009F).verified);
  EXPECT_EQ(compared(2).detail, "a shape, within the rounding of math functions, but for 0 values");
  EXPECT_FALSE(compared(2.02F).verified) << "beyond 0.5 % of 2, and a hundred-thousandth of 100";
}

TEST(WorkloadCheck, TakesNoOtherValueForOneThatStandsForSomething) {
  OutputCheck check(MathFunctions::Other);
  check.equal("distance", std::vector<float>{1e30F, 0}, {1e30F, 3});
  EXPECT_EQ(check.result("").detail, "distance[1] is 0, expected 3");
  OutputCheck missed(MathFunctions::Other);
  missed.equal("distance", std::vector<float>{1.001e30F}, {1e30F});
  EXPECT_FALSE(missed.result("").verified);
}

TEST(WorkloadCheck, TakesFewOtherDecisions) {
  const auto compared = [](std::size_t others, MathFunctions functions) {
    OutputCheck check(functions);
    std::vector<int> actual(200, 7);
    for (std::size_t i = 0; i < others; ++i) actual[i] = 8;
    check.equal("count", actual, std::vector<int>(200, 7));
    return check.result("a shape");
  };
  EXPECT_TRUE(compared(2, MathFunctions::Other).verified);
  EXPECT_EQ(compared(3, MathFunctions::Other).detail, "count[2] is 8, expected 7");
  EXPECT_FALSE(compared(1, MathFunctions::Ours).verified);
}

TEST(WorkloadRequests, RefuseAnUnknownParameter) {
  const Workload& bfs = *find_workload("bfs");
  WorkloadRequest request;
  request.parameters["nodes"] = "3";
  EXPECT_EQ(refusal(ErrorKind::Usage, [&] { const RequestReader reader(bfs, request); }),
            "workload bfs: there is no parameter 'nodes'; it has none");
  const Workload& pattern = *find_workload("divergence-pattern");
  EXPECT_THAT(refusal(ErrorKind::Usage, [&] { const RequestReader reader(pattern, request); }),
              HasSubstr("valid: level, mask"));
}

TEST(WorkloadRequests, RefuseNumbersThatAreNoneOrOutOfRange) {
  const Workload& queens = *find_workload("n-queens");
  for (const char* value : {"3", "17", "", "8x", "-1", "0x8", "99999999999"}) {
    WorkloadRequest request;
    request.parameters["queens"] = value;
    const RequestReader reader(queens, request);
    EXPECT_EQ(refusal(ErrorKind::Usage, [&] { reader.number("queens", 4, 16); }),
              std::string("workload n-queens: parameter 'queens' cannot be '") + value +
                  "'; valid: 4 to 16");
  }
}

TEST(WorkloadRequests, ReadMasksInHexadecimal) {
  const Workload& pattern = *find_workload("divergence-pattern");
  for (const char* value : {"F0F0", "0xf0f0", "0XF0F0"}) {
    WorkloadRequest request;
    request.parameters["mask"] = value;
    EXPECT_EQ(RequestReader(pattern, request).number("mask", 0, 0xffff, 16), 0xf0f0U);
  }
  WorkloadRequest request;
  request.parameters["mask"] = "1F0F0";
  const RequestReader reader(pattern, request);
  EXPECT_THAT(refusal(ErrorKind::Usage, [&] { reader.number("mask", 0, 0xffff, 16); }),
              HasSubstr("valid: 0x0 to 0xFFFF"));
}

TEST(WorkloadRequests, RefuseAnUnknownChoice) {
  WorkloadRequest request;
  request.parameters["scene"] = "bulldozer";
  const RequestReader reader(*find_workload("ray-trace-ao"), request);
  EXPECT_EQ(refusal(ErrorKind::Usage, [&] { reader.choice("scene", ray_scene_names()); }),
            "workload ray-trace-ao: parameter 'scene' cannot be 'bulldozer'; valid: spheres, "
            "terrain, hall, windmills");
}

TEST(WorkloadRegistry, ListsWorkloadsWithTheirFieldsAndKernels) {
  std::set<std::string> names;
  for (const auto& workload : workloads()) {
    EXPECT_TRUE(names.insert(workload->name()).second) << workload->name();
    EXPECT_EQ(find_workload(workload->name()), workload.get());
    EXPECT_FALSE(workload->description().empty());
    EXPECT_FALSE(field_of(*workload).empty());
    EXPECT_TRUE(std::filesystem::exists("workloads/" + workload->source_file()))
        << workload->source_file();
  }
  EXPECT_EQ(find_workload("quicksort"), nullptr);
}

TEST(WorkloadRegistry, ShowsTwelveOfThem) {
  EXPECT_EQ(showcase().size(), 12U);
  for (const Workload* workload : showcase()) EXPECT_EQ(find_workload(workload->name()), workload);
}

}  // namespace
}  // namespace lanefold
