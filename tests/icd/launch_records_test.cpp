// SPDX-License-Identifier: Apache-2.0
// What is told of an application's launches at its end.
#include "apps/icd/launch_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/lanefold/files.h"
#include "base/output_file.h"
#include "lanefold/error.h"
#include "lanefold/statistics_report.h"
#include "tests/support/size_limit.h"

namespace lanefold::icd {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

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
  launch.lanes_offered = 32000;
  return launch;
}

TEST(LaunchRecords, SumUpByKernel) {
  LaunchRecords records("app", MachineConfig());
  records.add(launch_of("first", 100));
  records.add(launch_of("second", 1000));
  records.add(launch_of("first", 300));
  const std::string table = records.table(false);
  EXPECT_THAT(table, HasSubstr("first          2       2,000              4,000            50.0%"));
  EXPECT_THAT(table, HasSubstr("1,400"));
  EXPECT_THAT(table, Not(HasSubstr("failed")));
}

TEST(LaunchRecords, TellOfFailuresAndOfNothing) {
  LaunchRecords records("app", MachineConfig());
  EXPECT_THAT(records.table(false), HasSubstr("no kernel was launched"));
  records.add_failure();
  EXPECT_THAT(records.table(true), HasSubstr(", 1 launch failed\n"));
  EXPECT_THAT(records.table(true), Not(HasSubstr("no kernel")));
}

class StatisticsFile : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(mkdtemp(folder_.data()), nullptr); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + '/' + name; }
  /// Where the records of this process lie until the end.
  std::string partial(const std::string& name) const {
    return path(name) + '.' + std::to_string(getpid()) + ".partial";
  }
  LaunchRecords records_of(const std::string& file) const {
    LaunchRecords records("app", MachineConfig(), path(file));
    records.add(launch_of("first", 100));
    records.add(launch_of("second", 300));
    records.add_failure();
    return records;
  }
  /// The text of the same run whose launches were kept.
  static std::string expected() {
    RunRecord run;
    run.program = "app";
    run.failed_launches = 1;
    run.launches = {launch_of("first", 100), launch_of("second", 300)};
    return statistics_json(run);
  }

  std::string folder_ = fs::temp_directory_path() / "lanefold-test-XXXXXX";
};

TEST_F(StatisticsFile, IsThatOfARunThatKeepsItsLaunches) {
  for (const char* name : {"stats.json", "stats.json.gz"}) {
    records_of(name).write_statistics();
    EXPECT_EQ(read_text(path(name)), expected());
    EXPECT_FALSE(fs::exists(partial(name)));
  }
  const auto json = nlohmann::json::parse(expected());
  EXPECT_EQ(json["launches"][1]["counters"]["cycles"], 300);
  EXPECT_EQ(json["total"]["counters"]["cycles"], 400);
  EXPECT_EQ(json["failed_launches"], 1);
}

TEST_F(StatisticsFile, OfNoLaunchesIsValid) {
  LaunchRecords("app", MachineConfig(), path("none.json")).write_statistics();
  EXPECT_TRUE(nlohmann::json::parse(read_text(path("none.json")))["launches"].empty());
}

TEST_F(StatisticsFile, LeavesTheRecordsOfAProcessThatIsKilled) {
  const LaunchRecords killed = records_of("stats.json.gz");
  EXPECT_FALSE(fs::exists(path("stats.json.gz")));
  std::ifstream records(partial("stats.json.gz"));
  nlohmann::json first;
  nlohmann::json second;
  records >> first >> second;
  EXPECT_EQ(first["kernel"], "first");
  EXPECT_EQ(second["counters"]["cycles"], 300);
}

TEST_F(StatisticsFile, KeepsAFileThatIsInTheWay) {
  write_file(path("mine"), "the user's");
  fs::create_symlink(path("mine"), partial("stats.json"));
  testing::internal::CaptureStderr();
  LaunchRecords records = records_of("stats.json");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "lanefold: " + partial("stats.json") +
                " cannot be written: File exists; should the process be killed, the statistics of "
                "its launches are lost ($LANEFOLD_STATS)\n");
  records.write_statistics();
  EXPECT_EQ(read_text(path("stats.json")), expected());
  EXPECT_EQ(read_text(path("mine")), "the user's");
  EXPECT_TRUE(fs::is_symlink(partial("stats.json")));
}

TEST_F(StatisticsFile, OfTwoProcessesHasTheRecordsOfTheLast) {
  LaunchRecords mine = records_of("stats.json");
  const pid_t other = fork();
  if (other == 0) {
    LaunchRecords records("app", MachineConfig(), path("stats.json"));
    records.add(launch_of("of another process, which writes to its own file", 7));
    _exit(0);
  }
  waitpid(other, nullptr, 0);
  mine.write_statistics();
  EXPECT_EQ(read_text(path("stats.json")), expected());
  EXPECT_TRUE(fs::exists(path("stats.json.") + std::to_string(other) + ".partial"));
}

TEST_F(StatisticsFile, MayBeADevice) {
  LaunchRecords records("app", MachineConfig(), "/dev/null");
  records.add(launch_of("first", 100));
  EXPECT_NO_THROW(records.write_statistics());
  EXPECT_FALSE(fs::exists("/dev/null." + std::to_string(getpid()) + ".partial"));
}

TEST_F(StatisticsFile, ThatCannotBeWrittenIsNamed) {
  LaunchRecords records("app", MachineConfig(), path("no/such/folder.json"));
  records.add(launch_of("first", 100));
  EXPECT_THAT([&] { records.write_statistics(); },
              ThrowsMessage<Error>(path("no/such/folder.json") +
                                   " cannot be written: No such file or directory"));
}

TEST_F(StatisticsFile, OnAFullDiskIsNamed) {
  for (const char* name : {"full.json", "full.json.gz"}) {
    fs::create_symlink("/dev/full", path(name));
    LaunchRecords records = records_of(name);
    EXPECT_THAT([&] { records.write_statistics(); },
                ThrowsMessage<Error>(path(name) + " cannot be written: No space left on device"));
  }
}

TEST_F(StatisticsFile, WhoseRecordsAreLostIsNamedAtOnceAndAtTheEnd) {
  LaunchRecords records = records_of("stats.json");
  const auto is_lost =
      ThrowsMessage<Error>(partial("stats.json") + " cannot be written: File too large");
  {
    const SizeLimit limit(1);
    EXPECT_THAT([&] { records.add(launch_of("third", 7)); }, is_lost);
  }
  EXPECT_THAT([&] { records.add(launch_of("fourth", 7)); }, is_lost);
  EXPECT_THAT([&] { records.write_statistics(); }, is_lost);
  EXPECT_FALSE(fs::exists(path("stats.json")));
}

}  // namespace
}  // namespace lanefold::icd
