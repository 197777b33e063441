// SPDX-License-Identifier: Apache-2.0
// `lanefold exec --record` and `lanefold replay` as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace lanefold {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class RecordedApplication : public Command {
 protected:
  Finished record(const std::string& options, const std::string& workload) const {
    const Finished finished = lanefold("exec --record " + file("app.lfrec") + " " + options +
                                       " -- '" LANEFOLD_WORKLOADS "' --size tiny " + workload);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return finished;
  }
  Finished replay(const std::string& options) const {
    return lanefold("replay " + file("app.lfrec") + " " + options);
  }
  std::string file(const std::string& name) const { return "'" + path(name) + "'"; }
  json launches(const std::string& name) const {
    return json::parse(content_of(path(name)))["launches"];
  }
};

TEST_F(RecordedApplication, GivesTheSameStatisticsToTheByte) {
  const Finished exec =
      record("--machine manycore-dom --set cores=4 --stats " + file("e.json"), "bfs");
  const Finished again = replay("--stats " + file("r.json"));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, IsEmpty());
  EXPECT_EQ(again.err, exec.err);
  EXPECT_EQ(content_of(path("r.json")), content_of(path("e.json")));
}

TEST_F(RecordedApplication, RunsOnAnotherMachine) {
  record("--functional", "bitonic-sort");
  ASSERT_EQ(lanefold("exec --set core.compaction=scc --stats " + file("e.json") +
                     " -- '" LANEFOLD_WORKLOADS "' --size tiny bitonic-sort")
                .code,
            0);
  ASSERT_EQ(replay("--set core.compaction=scc --stats " + file("r.json")).code, 0);
  EXPECT_EQ(launches("r.json"), launches("e.json"));
  ASSERT_EQ(lanefold("exec --machine mv5-wpu --stats " + file("e.json") +
                     " -- '" LANEFOLD_WORKLOADS "' --size tiny bitonic-sort")
                .code,
            0);
  ASSERT_EQ(replay("--machine mv5-wpu --stats " + file("r.json")).code, 0);
  EXPECT_EQ(launches("r.json"), launches("e.json"));
}

/// Other gaps between buffers put images elsewhere.
TEST_F(RecordedApplication, ReadsImagesWhereverTheyLie) {
  const Finished exec = lanefold("exec --functional --record " + file("app.lfrec") +
                                 " -- '" LANEFOLD_OPENCL_PROGRAMS "'/image_samplers");
  ASSERT_EQ(exec.code, 0) << exec.err;
  const Finished again = replay("--functional --set memory.guard_bytes=256");
  EXPECT_EQ(again.code, 0) << again.err;
}

TEST_F(RecordedApplication, IsProfiledByItsSource) {
  record("--functional", "bfs");
  const Finished profiled = replay("--profile --profile-top 3 --set cores=2");
  EXPECT_EQ(profiled.code, 0) << profiled.err;
  EXPECT_THAT(profiled.err, HasSubstr("profile of bfs_expand by line: "));
  EXPECT_THAT(profiled.err, HasSubstr("source.cl:"));
}

TEST_F(RecordedApplication, IsTimedFromALaunchOn) {
  record("--stats " + file("e.json"), "bfs");
  const Finished one = replay("--launch 7 --stats " + file("r.json"));
  EXPECT_EQ(one.code, 0) << one.err;
  ASSERT_EQ(launches("r.json").size(), 1U);
  const json whole = launches("e.json")[7];
  const json alone = launches("r.json")[0];
  EXPECT_EQ(alone["kernel"], whole["kernel"]);
  EXPECT_TRUE(alone["timed"].get<bool>());
  for (const char* counter : {"warp_instructions", "lane_instructions", "memory_lines"}) {
    EXPECT_EQ(alone["counters"][counter], whole["counters"][counter]);
  }
  const Finished none = replay("--launch 7000");
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("there is no launch 7000"));
}

/// Whose launches shrink one by one.
TEST_F(RecordedApplication, IsEstimatedFromSomeLaunches) {
  record("--stats " + file("e.json"), "lu");
  const Finished finished = replay("--timed auto --stats " + file("r.json"));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("estimate of"));
  const json statistics = json::parse(content_of(path("r.json")));
  const json& estimate = statistics["estimate"];
  EXPECT_EQ(estimate["launches"], launches("e.json").size());
  EXPECT_LT(estimate["timed"], estimate["launches"].get<unsigned>() / 2);
  double cycles = 0;
  for (const json& launch : launches("e.json"))
    cycles += launch["counters"]["cycles"].get<double>();
  EXPECT_NEAR(estimate["cycles"].get<double>(), cycles, 0.08 * cycles);
  EXPECT_GT(estimate["error"], 0);
  unsigned timed = 0;
  for (const json& launch : statistics["launches"]) timed += launch["timed"].get<bool>() ? 1 : 0;
  EXPECT_EQ(timed, estimate["timed"]);
  // The application itself, in the same way.
  const Finished exec = lanefold("exec --timed auto --stats " + file("x.json") +
                                 " -- '" LANEFOLD_WORKLOADS "' --size tiny lu");
  EXPECT_THAT(exec.out, HasSubstr("verified"));
  EXPECT_EQ(content_of(path("x.json")), content_of(path("r.json")));
}

TEST_F(RecordedApplication, IsToldOfNamesOfNoLaunch) {
  record("--functional", "bfs");
  const Finished none = replay("--timed bfs_expnd,700");
  EXPECT_THAT(none.err, HasSubstr("names 'bfs_expnd', of which there was no launch\n"));
  EXPECT_THAT(none.err, HasSubstr("lanefold: none of the 24 launches is timed"));
  const Finished one = replay("--timed bfs_expand,bfs_expnd");
  EXPECT_THAT(one.err, HasSubstr("names 'bfs_expnd', of which there was no launch\n"));
  EXPECT_THAT(one.err, Not(HasSubstr("none of the")));
  EXPECT_EQ(replay("--timed auto --report " + file("r.html")).code, 2);
}

TEST_F(RecordedApplication, IsRefusedWhenItIsNotWhole) {
  record("--functional", "bfs");
  const Finished isa = replay("--isa gen8 --functional");
  EXPECT_EQ(isa.code, 6) << isa.err;
  const std::string whole = content_of(path("app.lfrec"));
  std::ofstream(path("app.lfrec"), std::ios::binary) << whole.substr(0, whole.size() / 2);
  const Finished half = replay("--functional");
  EXPECT_EQ(half.code, 4);
  EXPECT_THAT(half.err, HasSubstr("the file is cut off"));
  const Finished none = lanefold("replay " + file("none.lfrec"));
  EXPECT_EQ(none.code, 4);
  EXPECT_THAT(none.err, StartsWith("lanefold: "));
  const Finished lost = lanefold("exec --record /nowhere/a.lfrec -- true");
  EXPECT_EQ(lost.code, 4);
}

}  // namespace
}  // namespace lanefold
