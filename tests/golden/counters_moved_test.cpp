// SPDX-License-Identifier: Apache-2.0
// The comparison of records itself: what it finds, and what it says about it.
#include "tests/golden/counters_moved.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

const Json kRecord = Json::parse(R"({
  "total": {"cycles": 120, "memory": {}, "gain": 0.25},
  "launches": [{"kernel": "a", "cycles": 50}, {"kernel": "b", "cycles": 70}]
})");

Json changed(const char* pointer, const Json& value) {
  Json record = kRecord;
  record[Json::json_pointer(pointer)] = value;
  return record;
}

std::string explained(const Json& before, const Json& after) {
  return explain(counters_moved(before, after));
}

TEST(CountersMoved, FindsNothingInEqualRecords) {
  EXPECT_TRUE(counters_moved(kRecord, kRecord).empty());
  EXPECT_EQ(explained(kRecord, kRecord), "");
}

TEST(CountersMoved, NamesACounterThatMovedWithBothValues) {
  EXPECT_EQ(explained(kRecord, changed("/launches/1/cycles", 71)),
            "1 moved, 0 appeared, 0 vanished\n"
            "  launches.1.cycles: 70 -> 71\n");
}

TEST(CountersMoved, NoticesTextsRatiosAndKinds) {
  EXPECT_EQ(counters_moved(kRecord, changed("/launches/0/kernel", "c")).size(), 1U);
  EXPECT_EQ(counters_moved(kRecord, changed("/total/gain", 0.2500000000000001)).size(), 1U);
  EXPECT_EQ(counters_moved(kRecord, changed("/total/cycles", "120")).size(), 1U);
}

TEST(CountersMoved, NamesACounterThatAppearedOrVanished) {
  const Json longer = changed("/total/hits", 3);
  EXPECT_EQ(explained(kRecord, longer),
            "0 moved, 1 appeared, 0 vanished\n"
            "  total.hits: appeared with 3\n");
  EXPECT_EQ(explained(longer, kRecord),
            "0 moved, 0 appeared, 1 vanished\n"
            "  total.hits: vanished, was 3\n");
}

TEST(CountersMoved, NamesEveryCounterOfALaunchThatVanished) {
  Json shorter = kRecord;
  shorter["launches"].erase(1);
  EXPECT_EQ(explained(kRecord, shorter),
            "0 moved, 0 appeared, 2 vanished\n"
            "  launches.1.kernel: vanished, was \"b\"\n"
            "  launches.1.cycles: vanished, was 70\n");
}

TEST(CountersMoved, TellsABlockThatIsEmptyFromOneThatIsNot) {
  EXPECT_EQ(explained(kRecord, changed("/total/memory", {{"reads", 1}})),
            "0 moved, 1 appeared, 1 vanished\n"
            "  total.memory.reads: appeared with 1\n"
            "  total.memory: vanished, was {}\n");
}

TEST(CountersMoved, ShowsTheFirstOfManyAndCountsTheRest) {
  Json moved = kRecord;
  moved["total"]["cycles"] = 122;
  for (Json& launch : moved["launches"]) launch["cycles"] = launch["cycles"].get<int>() + 1;
  EXPECT_EQ(explain(counters_moved(kRecord, moved), 1),
            "3 moved, 0 appeared, 0 vanished\n"
            "  total.cycles: 120 -> 122\n"
            "  and 2 more\n");
}

}  // namespace
}  // namespace lanefold
