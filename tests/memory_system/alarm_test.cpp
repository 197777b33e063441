// SPDX-License-Identifier: Apache-2.0
// Alarms of one clock.
#include "common/alarm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

}  // namespace
}  // namespace lanefold
