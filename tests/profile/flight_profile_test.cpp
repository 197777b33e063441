// SPDX-License-Identifier: Apache-2.0
// Where the slots belong that are lost to a load, by its way through memory.
#include "decisions/profile/flight_profile.h"

#include <gtest/gtest.h>

#include <vector>

#include "blocks/memory_link/journey.h"

namespace lanefold {
namespace {

template <class Cycles = PlaceCycles>
Cycles cycles_at(std::initializer_list<std::pair<MemoryPlace, std::uint32_t>> parts) {
  Cycles cycles{};
  for (const auto& [place, count] : parts) cycles[static_cast<std::size_t>(place)] = count;
  return cycles;
}

TEST(DivideByPlace, GivesEachPlaceItsShareAndTheRestToTheLargest) {
  const PlaceCycles cycles = cycles_at({{MemoryPlace::L3, 7}, {MemoryPlace::Dram, 13}});
  EXPECT_EQ(divide_by_place(100, cycles, MemoryPlace::LoadStore),
            cycles_at({{MemoryPlace::L3, 35}, {MemoryPlace::Dram, 65}}));
  const PlaceCycles odd = divide_by_place(101, cycles, MemoryPlace::LoadStore);
  EXPECT_EQ(odd, cycles_at({{MemoryPlace::L3, 35}, {MemoryPlace::Dram, 66}}));
}

TEST(DivideByPlace, GivesAllToOnePlaceWhereNoCyclesAreKnown) {
  EXPECT_EQ(divide_by_place(9, PlaceCycles{}, MemoryPlace::LoadStore),
            cycles_at({{MemoryPlace::LoadStore, 9}}));
}

// Issued in cycle 10; a line waited 4 cycles for the interconnect, the slowest line left in cycle
// 20, and was answered in 60, of which the levels claim 35.
TEST(FlightProfile, WasInTheLoadStoreUnitWhereNothingElseClaimsIt) {
  FlightProfile flight;
  flight.wait(MemoryPlace::Interconnect, 4);
  flight.slowest = cycles_at<Journey::Cycles>({{MemoryPlace::L3, 5}, {MemoryPlace::Dram, 30}});
  flight.issued = 10;
  flight.sent = 20;
  flight.answered = 60;
  EXPECT_EQ(flight.places(), cycles_at({{MemoryPlace::LoadStore, 6 + 5},
                                        {MemoryPlace::Interconnect, 4},
                                        {MemoryPlace::L3, 5},
                                        {MemoryPlace::Dram, 30}}));
}

TEST(Journey, GivesEachLevelWhatThoseBehindItDoNotClaim) {
  Journey journey;
  journey.begin(100);
  journey.leave(MemoryPlace::Dram, 200);
  journey.leave(MemoryPlace::Llc, 230);
  journey.leave(MemoryPlace::Interconnect, 240);
  EXPECT_EQ(journey.sent(), 100U);
  EXPECT_EQ(journey.cycles(MemoryPlace::Dram), 200U);
  EXPECT_EQ(journey.cycles(MemoryPlace::Llc), 30U);
  EXPECT_EQ(journey.cycles(MemoryPlace::Interconnect), 10U);
  std::vector<std::size_t> visited;
  journey.for_each_visited([&](std::size_t level) { visited.push_back(level); });
  EXPECT_EQ(visited, (std::vector<std::size_t>{static_cast<std::size_t>(MemoryPlace::Interconnect),
                                               static_cast<std::size_t>(MemoryPlace::Llc),
                                               static_cast<std::size_t>(MemoryPlace::Dram)}));
  EXPECT_EQ(journey.total(), 240U);
}

// Of a miss under way for 150 cycles, a request that joins it 70 cycles before its end has waited
// for the end alone.
TEST(Journey, OfARequestThatJoinsAMissLeavesOutItsFirstSteps) {
  Journey miss;
  miss.begin(0);
  miss.leave(MemoryPlace::Dram, 100);
  miss.leave(MemoryPlace::Llc, 150);
  Journey late;
  late.begin(0);
  late.take_over(miss, 70);
  EXPECT_EQ(late.cycles(MemoryPlace::Llc), 0U);
  EXPECT_EQ(late.cycles(MemoryPlace::Dram), 70U);
  late.leave(MemoryPlace::L3, 75);
  EXPECT_EQ(late.cycles(MemoryPlace::L3), 5U);
  EXPECT_EQ(late.total(), 75U);
}

}  // namespace
}  // namespace lanefold
