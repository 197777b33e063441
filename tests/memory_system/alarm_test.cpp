// SPDX-License-Identifier: Apache-2.0
// Alarms of one clock.
#include "blocks/clock/alarm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class AlarmTest : public SimulationTest {
 protected:
  void ring(const std::string& name) {
    rung_.push_back(name + std::to_string(current_cycle()));
    if (then_) std::exchange(then_, {})();
  }
  void run() { sc_core::sc_start(cycles(2000)); }

  Alarm first_{domain(), [this] { ring("first "); }};
  Alarm second_{domain(), [this] { ring("second "); }};
  std::vector<std::string> rung_;
  std::function<void()> then_;
};

TEST_F(AlarmTest, RingsOnceInItsCycle) {
  first_.set(3);
  run();
  EXPECT_THAT(rung_, ElementsAre("first 3"));
}

TEST_F(AlarmTest, IsNeverDueUnlessSet) {
  first_.set(kNever);
  run();
  EXPECT_THAT(rung_, IsEmpty());
}

TEST_F(AlarmTest, KeepsTheEarlierCycle) {
  first_.set(7);
  first_.set(9);
  second_.set(9);
  second_.set(7);
  run();
  EXPECT_THAT(rung_, ElementsAre("first 7", "second 7"));
}

TEST_F(AlarmTest, CanBeSetAnewForTheCycleThatAnEarlierOneReplaced) {
  then_ = [this] { first_.set(9); };
  first_.set(9);
  first_.set(4);
  run();
  EXPECT_THAT(rung_, ElementsAre("first 4", "first 9"));
}

TEST_F(AlarmTest, RingsInTheOrderOfMakingNotOfSetting) {
  second_.set(5);
  first_.set(5);
  run();
  EXPECT_THAT(rung_, ElementsAre("first 5", "second 5"));
}

TEST_F(AlarmTest, RingsInTheSameCycleWhenAnotherOneSetsIt) {
  then_ = [this] { first_.set(5); };
  second_.set(5);
  run();
  EXPECT_THAT(rung_, ElementsAre("second 5", "first 5"));
}

TEST_F(AlarmTest, RingsFarAheadAndBetweenOtherAlarms) {
  then_ = [this] { second_.set(1000); };
  first_.set(1500);
  second_.set(1);
  run();
  EXPECT_THAT(rung_, ElementsAre("second 1", "second 1000", "first 1500"));
}

TEST_F(AlarmTest, RingsAtOnceForACycleThatHasPassed) {
  run();
  first_.set(3);
  run();
  EXPECT_THAT(rung_, ElementsAre("first 2000"));
}

TEST_F(AlarmTest, CanBeSetBetweenRuns) {
  first_.set(5000);
  run();
  first_.set(2100);
  run();
  run();
  EXPECT_THAT(rung_, ElementsAre("first 2100"));
}

/// A module that others wrote: it has a process of its own.
struct Foreign : sc_core::sc_module {
  SC_HAS_PROCESS(Foreign);
  Foreign(const sc_core::sc_module_name& name, Alarm& sets) : sc_module(name), alarm(sets) {
    SC_METHOD(set);
    dont_initialize();
    sensitive << event;
  }
  void set() { alarm.set(cycle); }

  Alarm& alarm;
  sc_core::sc_event event{"event"};
  Cycle cycle = 0;
};

TEST_F(AlarmTest, CanBeSetFromAnotherProcess) {
  Foreign foreign("foreign", first_);
  second_.set(20);
  sc_core::sc_start(cycles(2));
  foreign.cycle = 5;
  foreign.event.notify(cycles(1) + cycles(1) / 2);  // between two cycles
  sc_core::sc_start(cycles(8));
  foreign.cycle = 20;
  foreign.event.notify(cycles(10));  // in the cycle in which the other one rings
  run();
  EXPECT_THAT(rung_, UnorderedElementsAre("first 5", "second 20", "first 20"));
}

TEST_F(AlarmTest, RingsEveryAlarmOfACycle) {
  std::vector<std::unique_ptr<Alarm>> alarms;
  std::vector<unsigned> order;
  for (unsigned i = 0; i < 200; ++i) {
    alarms.push_back(std::make_unique<Alarm>(domain(), [&order, i] { order.push_back(i); }));
  }
  for (unsigned i = 200; i-- > 0;) alarms[i]->set(3);
  run();
  EXPECT_EQ(order.size(), 200U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

// ---- Ahead of SystemC.

/// Two alarms in every cycle up to a last one. They say which cycle it is, and which one SystemC
/// has reached.
class AheadTest : public SimulationTest {
 protected:
  void ring(Alarm& alarm, const char* name) {
    const Cycle now = domain().clock().now();
    rung_.push_back(name + std::to_string(now));
    seen_by_systemc_.insert(current_cycle());
    if (now == pauses_in_) alarm.pause();
    if (now < 20) alarm.set(now + 1);
  }
  std::vector<std::string> rung_to(unsigned last) const {
    std::vector<std::string> names;
    for (unsigned cycle = 1; cycle <= last; ++cycle) {
      for (const char* name : {"first ", "second "}) names.push_back(name + std::to_string(cycle));
    }
    return names;
  }
  void run_ahead(Cycle cycle, std::uint64_t count) {
    domain().run_ahead(cycle);
    sc_core::sc_start(cycles(count), sc_core::SC_EXIT_ON_STARVATION);
    domain().catch_up();
  }

  Alarm first_{domain(), [this] { ring(first_, "first "); }};
  Alarm second_{domain(), [this] { ring(second_, "second "); }};
  std::vector<std::string> rung_;
  std::set<std::uint64_t> seen_by_systemc_;
  Cycle pauses_in_ = kNever;
};

TEST_F(AheadTest, RingsAsWithSystemC) {
  second_.set(1);
  first_.set(1);
  run_ahead(100, 100);
  EXPECT_EQ(rung_, rung_to(20));
  EXPECT_THAT(seen_by_systemc_, ElementsAre(1));
  EXPECT_EQ(current_cycle(), 20U) << "SystemC has caught up";
  EXPECT_FALSE(sc_core::sc_pending_activity());
}

TEST_F(AheadTest, StopsBeforeTheCycleThatItIsTold) {
  first_.set(1);
  second_.set(1);
  run_ahead(10, 9);
  EXPECT_EQ(rung_, rung_to(9));
  EXPECT_EQ(current_cycle(), 9U);
  sc_core::sc_start(cycles(100));
  EXPECT_EQ(rung_, rung_to(20));
  EXPECT_THAT(seen_by_systemc_, ElementsAre(1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20))
      << "no longer ahead";
}

TEST_F(AheadTest, EndsWithTheCycleInWhichAnAlarmPauses) {
  first_.set(1);
  second_.set(1);
  pauses_in_ = 7;
  run_ahead(100, 100);
  EXPECT_EQ(rung_, rung_to(7));
  EXPECT_EQ(current_cycle(), 7U);
  pauses_in_ = kNever;
  run_ahead(100, 100);
  EXPECT_EQ(rung_, rung_to(20));
}

// The event of the first one is on its way when the second one is set.
TEST_F(AheadTest, IsNotWokenTwiceForAlarmsThatAreSetBetweenRuns) {
  first_.set(5);
  sc_core::sc_start(cycles(5), sc_core::SC_RUN_TO_TIME);
  second_.set(7);
  run_ahead(100, 95);
  EXPECT_EQ(std::set<std::string>(rung_.begin(), rung_.end()).size(), rung_.size()) << "no doubles";
  EXPECT_EQ(rung_.back(), "second 20");
  EXPECT_EQ(current_cycle(), 20U);
}

TEST_F(AheadTest, SleepsBetweenAlarms) {
  first_.set(5);
  second_.set(500);
  run_ahead(1000, 1000);
  EXPECT_EQ(rung_.front(), "first 5");
  EXPECT_EQ(rung_.back(), "second 500");
  EXPECT_THAT(seen_by_systemc_, ElementsAre(5));
}

}  // namespace
}  // namespace lanefold
