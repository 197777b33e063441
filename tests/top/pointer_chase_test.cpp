// SPDX-License-Identifier: Apache-2.0
// Exact latencies of the levels of memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/top/chase.h"

namespace lanefold {
namespace {

/// Cycles from one load to the next, when `stride` leads to a new line or stays.
double cycles_per_load(const MachineConfig& config, std::uint32_t stride) {
  const std::uint64_t few = run_chase(config, kLoads, stride).cycles;
  const std::uint64_t many = run_chase(config, 2 * kLoads, stride).cycles;
  return static_cast<double>(many - few) / kLoads;
}

// A load that issues in I has its addresses in I + 2 and sends them; answered in A, it is checked
// by the scoreboard in A, and the next load issues in A + 1.
constexpr double kPipeline = 3;

struct Level {
  const char* name;
  std::vector<std::string> settings;
  std::uint32_t stride;
  double latency;
};

TEST(PointerChase, ShowsTheLatencyOfEachLevel) {
  const std::vector<std::string> cluster{"interconnect.enabled=true", "dc_lines_per_cycle=1"};
  const std::vector<std::string> l3{"interconnect.enabled=true", "dc_lines_per_cycle=1",
                                    "l3.enabled=true", "l3.latency=7"};
  std::vector<std::string> llc = l3;
  llc.insert(llc.end(), {"l3.perfect=false", "l3.bytes=128", "l3.ways=1", "l3.banks=1",
                         "llc.enabled=true", "llc.latency=10"});
  const std::vector<std::string> l1{"l1.enabled=true", "l1.latency=3"};
  for (const Level& level : {
           Level{"memory alone", {}, 0, 30},
           Level{"hit in the l1", l1, 0, 3},
           // Look-up, memory, and a cycle in which the answer is seen.
           Level{"miss in the l1", l1, kLineBytes, 3 + 30 + 1},
           Level{"through the data cluster", cluster, 0, 1 + 30 + 1 + 1},
           Level{"hit in the l3", l3, 0, 1 + 7 + 1 + 1},
           Level{"miss in the l3", l3, kLineBytes, 1 + 7 + 30 + 1 + 1},
           Level{"miss in l3 and llc", llc, kLineBytes, 1 + 7 + 10 + 30 + 1 + 1},
       }) {
    EXPECT_EQ(cycles_per_load(one_core(level.settings), level.stride), kPipeline + level.latency)
        << level.name;
  }
}

}  // namespace
}  // namespace lanefold
