// SPDX-License-Identifier: Apache-2.0
// Rates of rows that are made by hand.
#include "observers/pipeline_trace/trace_counters.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace lanefold {
namespace {

/// As text: "core 0 instructions per cycle 32: 0.5", or "l3 0: 1".
class Told {
 public:
  explicit Told(CycleWindow window = {})
      : counters_(window, [this](const CounterValue& value) { take(value); }) {}

  void instruction(unsigned core, Cycle begin, Cycle issue, std::uint64_t lanes) {
    PipelineRow row;
    row.begin = begin;
    row.core = core;
    row.lanes = LaneMask(lanes);
    row.stages = {{"D", begin}, {"Sb", begin + 1}, {"Fpu", issue}, {"La", issue + 4}};
    counters_.row(row);
  }
  void request(std::vector<RowStage> stages) {
    PipelineRow row;
    row.kind = RowKind::Request;
    row.begin = stages.front().begin;
    row.core = 1;
    row.stages = std::move(stages);
    counters_.row(row);
  }
  std::vector<std::string> finish() {
    counters_.finish();
    return told;
  }

  std::vector<std::string> told;

 private:
  void take(const CounterValue& value) {
    const std::string whose = value.core ? "core " + std::to_string(*value.core) + " " : "";
    std::string number = std::to_string(value.value);
    number.erase(number.find_last_not_of("0.") + 1);
    told.push_back(whose + std::string(value.name) + " " + std::to_string(value.cycle) + ": " +
                   (number.empty() ? "0" : number));
  }

  TraceCounters counters_;
};

using Texts = std::vector<std::string>;

TEST(TraceCounters, AverageOver32Cycles) {
  Told told;
  for (Cycle cycle = 0; cycle < 32; cycle += 2) told.instruction(0, cycle, cycle + 1, 0x3);
  told.instruction(0, 32, 40, 0xf);
  EXPECT_EQ(
      told.finish(),
      (Texts{"core 0 active lanes per instruction 0: 2", "core 0 instructions per cycle 0: 0.5",
             "core 0 active lanes per instruction 32: 4",
             "core 0 active lanes per instruction 64: 0",
             "core 0 instructions per cycle 32: 0.03125", "core 0 instructions per cycle 64: 0"}));
}

// An instruction counts where it issues, which may be long after it was decoded.
TEST(TraceCounters, CountInstructionsWhereTheyIssue) {
  Told told;
  told.instruction(0, 0, 70, 0x1);
  told.instruction(1, 1, 2, 0x1);
  const Texts texts = told.finish();
  EXPECT_EQ(texts.at(1), "core 0 active lanes per instruction 96: 0");
  EXPECT_EQ(texts.at(0), "core 0 active lanes per instruction 64: 1");
  EXPECT_EQ(texts.at(4), "core 1 active lanes per instruction 0: 1");
}

TEST(TraceCounters, CountARequestOnceAtEachLevel) {
  Told told;
  told.request({{"l1", 0}, {"interconnect", 4}, {"l3", 40}, {"interconnect", 50}});
  EXPECT_EQ(told.finish(), (Texts{"interconnect 0: 0.03125", "interconnect 32: 0", "l1 0: 0.03125",
                                  "l1 32: 0", "l3 32: 0.03125", "l3 64: 0"}));
}

// What is complete is told as rows come, so that no more is kept than lives.
TEST(TraceCounters, TellWhatIsCompleteAsRowsCome) {
  Told told;
  told.instruction(0, 0, 1, 0x1);
  told.instruction(0, 31, 40, 0x1);
  EXPECT_TRUE(told.told.empty());
  told.instruction(0, 33, 34, 0x1);
  EXPECT_EQ(told.told, (Texts{"core 0 active lanes per instruction 0: 1",
                              "core 0 instructions per cycle 0: 0.03125"}));
}

TEST(TraceCounters, AreZeroWhereNothingHappens) {
  Told told;
  told.request({{"dram", 0}});
  told.request({{"dram", 100}});
  EXPECT_EQ(told.finish(),
            (Texts{"dram 0: 0.03125", "dram 32: 0", "dram 96: 0.03125", "dram 128: 0"}));
}

// The part of an interval that lies in the window is an interval of its own.
TEST(TraceCounters, LeaveOutWhatIsOutsideOfTheWindow) {
  Told told({16, 40});
  for (const Cycle cycle : {0, 15, 16, 31, 39, 40, 100}) told.request({{"l3", cycle}});
  EXPECT_EQ(told.finish(), (Texts{"l3 16: 0.125", "l3 64: 0"}));
}

}  // namespace
}  // namespace lanefold
