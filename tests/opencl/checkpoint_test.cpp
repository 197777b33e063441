// SPDX-License-Identifier: Apache-2.0
// `lanefold replay --checkpoint-at` and `--resume`: what follows is as if nothing had been in
// between.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace lanefold {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class Checkpointed : public Command {
 protected:
  void record(const std::string& application) const {
    const Finished finished =
        lanefold("exec --functional --record " + file("app.lfrec") + " -- " + application);
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  Finished replay(const std::string& options) const {
    return lanefold("replay " + file("app.lfrec") + " " + options);
  }
  std::string file(const std::string& name) const { return "'" + path(name) + "'"; }
  json statistics(const std::string& name) const { return json::parse(content_of(path(name))); }

  /// A run with a checkpoint in between counts what a whole one does.
  void expect_equal_launches(const std::string& machine, unsigned launch) const {
    const std::string number = std::to_string(launch);
    ASSERT_EQ(replay(machine + " --stats " + file("whole.json")).code, 0);
    const Finished before = replay(machine + " --checkpoint-at " + number + " " + file("c.lfckpt") +
                                   " --stats " + file("before.json"));
    ASSERT_EQ(before.code, 0) << before.err;
    const Finished after =
        replay("--resume " + file("c.lfckpt") + " --stats " + file("after.json"));
    ASSERT_EQ(after.code, 0) << after.err;
    EXPECT_THAT(after.err, HasSubstr(", from launch " + number + " on"));
    const json whole = statistics("whole.json");
    EXPECT_EQ(statistics("after.json")["machine"], whole["machine"]);
    EXPECT_EQ(statistics("after.json")["first_launch"], launch);
    EXPECT_EQ(statistics("before.json")["launches"].size(), launch);
    const std::vector<json> expected = whole["launches"];
    std::vector<json> launches = statistics("before.json")["launches"];
    const std::vector<json> behind = statistics("after.json")["launches"];
    launches.insert(launches.end(), behind.begin(), behind.end());
    ASSERT_EQ(launches.size(), expected.size());
    for (std::size_t i = 0; i < launches.size(); ++i) {
      EXPECT_EQ(launches[i] == expected[i], true) << "launch " << i << ": " << machine;
    }
  }
};

/// What a launch finds: lines of shared caches and of instructions, those that a directory knows,
/// generators, values in caches only, limits of slip.
class CheckpointedMachine : public Checkpointed, public testing::WithParamInterface<const char*> {};

TEST_P(CheckpointedMachine, GoesOnAsIfNothingHadBeen) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  expect_equal_launches(GetParam(), 13);
}

INSTANTIATE_TEST_SUITE_P(
    Machines, CheckpointedMachine,
    testing::Values("--machine ivb-eu", "--machine ivb-eu --set memory.values=through",
                    "--machine ivb-eu --set l3.replacement=random --set l3.bytes=16384",
                    "--machine ivb-eu --set llc.polluted_percent=25 --set core.issue.period=2",
                    "--machine manycore-dom --set cores=4 --set core.slip.max=adaptive",
                    "--machine ivb-eu --set l1.enabled=true --set l1.replacement=random "
                    "--set l1.bytes=1024",
                    "--machine mv5-wpu", "--machine mv5-wpu --set core.adaptation.strategy=dwrep"));

TEST_F(Checkpointed, GoesOnBehindEveryLaunchOfAnApplicationThatPrints) {
  record("'" LANEFOLD_OPENCL_PROGRAMS "'/kernel_printf");
  ASSERT_EQ(replay("--stats " + file("whole.json")).code, 0);
  const std::size_t launches = statistics("whole.json")["launches"].size();
  ASSERT_GE(launches, 2U);
  for (unsigned launch = 0; launch < launches; ++launch) {
    ASSERT_EQ(replay("--checkpoint-at " + std::to_string(launch) + " " + file("c.lfckpt")).code, 0);
    ASSERT_EQ(replay("--resume " + file("c.lfckpt") + " --stats " + file("after.json")).code, 0);
    EXPECT_EQ(
        statistics("after.json")["launches"][0] == statistics("whole.json")["launches"][launch],
        true)
        << launch;
  }
}

TEST_F(Checkpointed, IsTakenOverByOtherMachines) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  ASSERT_EQ(replay("--checkpoint-at 7 " + file("c.lfckpt")).code, 0);
  ASSERT_EQ(replay("--functional --checkpoint-at 7 " + file("f.lfckpt")).code, 0);
  for (const char* machine :
       {"--set core.compaction=scc", "--set l3.bytes=65536", "--functional",
        "--set dram.latency=400", "--machine manycore-dom --set cores=2", "--machine mv5-wpu",
        "--set core.on_miss=slip", "--set l3.polluted_percent=30"}) {
    for (const char* from : {"c.lfckpt", "f.lfckpt"}) {
      const Finished after = replay(std::string(machine) + " --resume " + file(from));
      EXPECT_EQ(after.code, 0) << machine << ": " << after.err;
    }
  }
  for (const char* from : {"c", "f"}) {
    ASSERT_EQ(replay("--resume " + file(from + std::string(".lfckpt")) + " --stats " +
                     file(from + std::string(".json")))
                  .code,
              0);
  }
  const auto cycles = [&](const char* name) -> unsigned {
    return statistics(name)["launches"][0]["counters"]["cycles"];
  };
  EXPECT_LT(cycles("c.json"), cycles("f.json")) << "caches are warm";
  // Without time, nothing is left in caches: it is as if only what comes behind were timed.
  ASSERT_EQ(
      replay("--launch 7 --warm none --set core.compaction=scc --stats " + file("one.json")).code,
      0);
  ASSERT_EQ(replay("--resume " + file("f.lfckpt") + " --set core.compaction=scc --stats " +
                   file("all.json"))
                .code,
            0);
  EXPECT_EQ(statistics("all.json")["launches"][0], statistics("one.json")["launches"][0]);
  EXPECT_EQ(statistics("one.json")["first_launch"], 7);
}

TEST_F(Checkpointed, KeepsTheNumbersOfLaunchesInTraces) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  ASSERT_EQ(replay("--functional --checkpoint-at 23 " + file("c.lfckpt")).code, 0);
  ASSERT_EQ(replay("--resume " + file("c.lfckpt") + " --trace " + file("t.kanata")).code, 0);
  EXPECT_THAT(content_of(path("t.kanata")), HasSubstr("launch 23: "));
}

TEST_F(Checkpointed, HasTheMachineOfItsReplay) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  ASSERT_EQ(
      replay("--functional --machine mv5-wpu --set cores=3 --checkpoint-at 1 " + file("c.lfckpt"))
          .code,
      0);
  const Finished machine = replay("--set core.warps=2 --print-config --resume " + file("c.lfckpt"));
  EXPECT_THAT(machine.out, HasSubstr("name = \"mv5-wpu\"\n"));
  EXPECT_THAT(machine.out, HasSubstr("\ncores = 3\n"));
  EXPECT_THAT(machine.out, HasSubstr("\nwarps = 2\n"));
}

/// A directory must not remember lines that its caches have lost.
TEST_F(Checkpointed, IsTakenOverByOtherCoherentCaches) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  ASSERT_EQ(replay("--machine mv5-wpu --checkpoint-at 7 " + file("c.lfckpt")).code, 0);
  for (const char* change : {"l1.polluted_percent=30", "l1.bytes=4096", "cores=2", "cores=8",
                             "coherence=none", "l2.bytes=65536"}) {
    const Finished after = replay(std::string("--set ") + change + " --resume " + file("c.lfckpt"));
    EXPECT_EQ(after.code, 0) << change << ": " << after.err;
  }
}

TEST_F(Checkpointed, IsNotMadeBehindWhatWentOtherwise) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  const Finished stopped =
      replay("--functional --max-cycles 10 --checkpoint-at 7 " + file("c.lfckpt"));
  EXPECT_EQ(stopped.code, 11);
  EXPECT_FALSE(std::filesystem::exists(path("c.lfckpt")));
  std::filesystem::create_symlink(path("app.lfrec"), path("link"));
  EXPECT_EQ(replay("--functional --checkpoint-at 7 " + file("link")).code, 2);
  EXPECT_EQ(replay("--functional --resume ''").code, 2);
  const Finished behind = replay("--functional --checkpoint-at 24 " + file("c.lfckpt"));
  EXPECT_EQ(behind.code, 2);
  EXPECT_THAT(behind.err, HasSubstr("the recording has launches 0 to 23"));
}

TEST_F(Checkpointed, IsMadeBehindAnother) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  ASSERT_EQ(replay("--checkpoint-at 11 " + file("whole.lfckpt")).code, 0);
  ASSERT_EQ(replay("--checkpoint-at 4 " + file("first.lfckpt")).code, 0);
  ASSERT_EQ(
      replay("--resume " + file("first.lfckpt") + " --checkpoint-at 11 " + file("second.lfckpt"))
          .code,
      0);
  EXPECT_EQ(content_of(path("second.lfckpt")), content_of(path("whole.lfckpt")));
  const Finished wrong =
      replay("--resume " + file("first.lfckpt") + " --checkpoint-at 4 " + file("third.lfckpt"));
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("must lie behind launch 4"));
}

TEST_F(Checkpointed, IsRefusedWhereItDoesNotFit) {
  record("'" LANEFOLD_WORKLOADS "' --size tiny bfs");
  ASSERT_EQ(replay("--functional --checkpoint-at 3 " + file("c.lfckpt")).code, 0);
  const Finished elsewhere =
      replay("--functional --set memory.guard_bytes=256 --resume " + file("c.lfckpt"));
  EXPECT_EQ(elsewhere.code, 4);
  EXPECT_THAT(elsewhere.err, HasSubstr("does not fit the machine: its buffers lie elsewhere"));
  std::ofstream(path("none.lfckpt"), std::ios::binary) << content_of(path("app.lfrec"));
  const Finished none = replay("--functional --resume " + file("none.lfckpt"));
  EXPECT_EQ(none.code, 4);
  EXPECT_THAT(none.err,
              HasSubstr("none.lfckpt: this is a recording, where a checkpoint is wanted"));
  const Finished late = replay("--functional --checkpoint-at 7000 " + file("d.lfckpt"));
  EXPECT_EQ(late.code, 2);
  EXPECT_THAT(late.err, HasSubstr("there is no launch 7000"));
  EXPECT_EQ(replay("--checkpoint-at x " + file("d.lfckpt")).code, 2);
  EXPECT_EQ(replay("--checkpoint-at 3").code, 2);
  const std::string whole = content_of(path("c.lfckpt"));
  std::ofstream(path("c.lfckpt"), std::ios::binary) << whole.substr(0, whole.size() / 2);
  const Finished half = replay("--functional --resume " + file("c.lfckpt"));
  EXPECT_EQ(half.code, 4);
  EXPECT_THAT(half.err, HasSubstr("c.lfckpt: the file is cut off"));
  std::ofstream(path("c.lfckpt"), std::ios::binary) << whole;
  record("'" LANEFOLD_WORKLOADS "' --size tiny bitonic-sort");
  const Finished other = replay("--functional --resume " + file("c.lfckpt"));
  EXPECT_EQ(other.code, 4);
  EXPECT_THAT(other.err, HasSubstr("a checkpoint of another recording"));
}

}  // namespace
}  // namespace lanefold
