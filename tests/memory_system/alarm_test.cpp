// SPDX-License-Identifier: Apache-2.0
// Alarms of one clock.
#include "common/alarm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
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

TEST_F(AlarmTest, CanBeSetByOthersProcesses) {
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

TEST_F(AlarmTest, RingsAsManyAsThereAre) {
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

}  // namespace
}  // namespace lanefold
