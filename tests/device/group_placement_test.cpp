// SPDX-License-Identifier: Apache-2.0
// Where work-groups go.
#include "machine/device/group_placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Cores = std::vector<unsigned>;

/// Cores of four threads and 1,000 bytes of local memory, of each or of all together.
MachineConfig machine_of(std::uint32_t cores, bool shared) {
  MachineConfig config;
  config.cores = cores;
  config.core.warps = 4;
  config.local_memory.shared = shared;
  config.local_memory.bytes = 1000;
  return config;
}

struct Case {
  const char* name;
  Cores free_threads;
  unsigned warps;
  Cores core_of_warp;  ///< empty: the group waits
};

void expect_placements(bool shared, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const MachineConfig config =
        machine_of(static_cast<std::uint32_t>(c.free_threads.size()), shared);
    FreeResources free(config);
    free.threads = c.free_threads;
    const Placement placement = place_group(free, needs_of_group(config, c.warps, 0));
    EXPECT_EQ(placement.core_of_warp, c.core_of_warp) << c.name;
  }
}

TEST(GroupPlacement, SpreadsOverCoresThatShareLocalMemory) {
  expect_placements(true, {
                              {"in turn", {4, 4}, 4, {0, 1, 0, 1}},
                              {"most free threads first", {1, 4, 2}, 4, {1, 1, 1, 2}},
                              {"what is left", {1, 0, 2}, 3, {2, 0, 2}},
                              {"too few threads", {1, 1, 1}, 4, {}},
                          });
}

TEST(GroupPlacement, TakesTheFewestCoresThatHaveTheirOwnLocalMemory) {
  expect_placements(false, {
                               {"one core", {4, 4}, 4, {0, 0, 0, 0}},
                               {"the core with the most free threads", {2, 4, 3}, 2, {1, 1}},
                               {"the lowest of equals", {1, 3, 3}, 2, {1, 1}},
                               {"waits for one core", {2, 2, 2, 2}, 3, {}},
                               {"two for more than four warps", {4, 4, 4}, 6, {0, 1, 0, 1, 0, 1}},
                               {"the two with the most room", {1, 3, 0, 2}, 5, {1, 1, 3, 1, 3}},
                               {"waits for two cores", {2, 2, 2}, 5, {}},
                               {"all of them", {4, 4, 4}, 12, {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}},
                           });
}

TEST(GroupPlacement, WantsLocalMemoryBesideThreads) {
  const MachineConfig shared = machine_of(2, true);
  FreeResources all(shared);
  const GroupNeeds needs = needs_of_group(shared, 2, 600);
  const Placement first = place_group(all, needs);
  EXPECT_THAT(first.cores, ElementsAre(0, 1));
  all.take_local(first.cores, needs.local_bytes);
  EXPECT_THAT(all.local_bytes, ElementsAre(400));
  EXPECT_THAT(place_group(all, needs).cores, IsEmpty());
  all.give_back_local(first.cores, needs.local_bytes);
  EXPECT_THAT(all.local_bytes, ElementsAre(1000));
}

TEST(GroupPlacement, TakesAnEqualShareOfTheLocalMemoryOfEachCore) {
  const MachineConfig config = machine_of(3, false);
  FreeResources free(config);
  const GroupNeeds small = needs_of_group(config, 1, 600);
  free.take_local(place_group(free, small).cores, small.local_bytes);
  EXPECT_THAT(free.local_bytes, ElementsAre(400, 1000, 1000));
  EXPECT_THAT(place_group(free, small).cores, ElementsAre(1)) << "threads alone would do on core 0";
  const GroupNeeds large = needs_of_group(config, 5, 901);
  EXPECT_EQ(large.cores, 2U);
  EXPECT_EQ(large.local_bytes, 451U);
  EXPECT_THAT(place_group(free, large).cores, ElementsAre(1, 2));
}

}  // namespace
}  // namespace lanefold
