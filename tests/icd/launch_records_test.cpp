// SPDX-License-Identifier: Apache-2.0
// What is told of an application's launches at its end.
#include "apps/icd/launch_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lanefold/machine_config.h"

namespace lanefold::icd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LaunchStatistics launch_of(const char* kernel, std::uint64_t cycles) {
  LaunchStatistics launch;
  launch.kernel = kernel;
  launch.timed = true;
  launch.warp_width = 16;
  launch.alu_width = 4;
  launch.cores = 6;
  launch.cycles = cycles;
  launch.work_items = 1000;
  launch.warp_instructions = 2000;
  launch.lane_instructions = 16000;
  return launch;
}

TEST(LaunchRecords, SumUpByKernel) {
  LaunchRecords records(false);
  records.add(launch_of("first", 100));
  records.add(launch_of("second", 1000));
  records.add(launch_of("first", 300));
  const std::string table = records.table(MachineConfig(), false);
  EXPECT_THAT(table, HasSubstr("first          2       2,000              4,000            50.0%"));
  EXPECT_THAT(table, HasSubstr("1,400"));
  EXPECT_THAT(table, Not(HasSubstr("failed")));
}

TEST(LaunchRecords, TellOfFailuresAndOfNothing) {
  LaunchRecords records(false);
  EXPECT_THAT(records.table(MachineConfig(), false), HasSubstr("no kernel was launched"));
  records.add_failure();
  EXPECT_THAT(records.table(MachineConfig(), true), HasSubstr(", 1 launch failed\n"));
  EXPECT_THAT(records.table(MachineConfig(), true), Not(HasSubstr("no kernel")));
  EXPECT_EQ(nlohmann::json::parse(records.json(MachineConfig()))["failed_launches"], 1);
}

TEST(LaunchRecords, KeepEachLaunchIfTheyAreWanted) {
  LaunchRecords records(true);
  records.add(launch_of("first", 100));
  records.add(launch_of("first", 300));
  const auto json = nlohmann::json::parse(records.json(MachineConfig()));
  ASSERT_EQ(json["launches"].size(), 2U);
  EXPECT_EQ(json["launches"][1]["counters"]["cycles"], 300);
  EXPECT_EQ(json["total"]["counters"]["cycles"], 400);
}

}  // namespace
}  // namespace lanefold::icd
