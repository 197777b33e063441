// SPDX-License-Identifier: Apache-2.0
// Traces of whole runs, in both formats, against what the runs have counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lanefold/config.h"
#include "tests/pipeline_trace/trace_rows.h"
#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

Job job() { return mixed_job(120, 60); }

MachineConfig machine_of(const std::string& name, OnMiss on_miss, unsigned cores) {
  MachineConfig config = load_machine(name);
  config.memory.bytes = 64U << 20;
  config.core.on_miss = on_miss;
  config.core.warps = 6;
  config.cores = cores;
  return config;
}

struct TracedRun {
  Words results;
  std::vector<Counters> counters;
  LaunchStatistics last;
  std::string text;
  ReadTrace trace;
  std::uint64_t left_out = 0;
};

TracedRun traced(const MachineConfig& config, const PipelineTraceRequest& request,
                 unsigned launches = 1) {
  TracedRun run;
  const auto program = compile_program(kMixed);
  const auto machine =
      make_traced_machine(config, request, [&](std::string_view piece) { run.text += piece; });
  for (unsigned i = 0; i < launches; ++i) run.results = run_job(*machine, *program, job());
  run.counters = counters_of_all(*machine);
  run.last = machine->launches().back();
  run.left_out = machine->left_out();
  machine->close();
  run.trace = read_trace(request.format, run.text);
  return run;
}

std::vector<std::string> sorted_texts(const std::vector<ReadRow>& rows) {
  std::vector<std::string> all;
  for (const ReadRow& row : rows) all.push_back(row.text());
  std::sort(all.begin(), all.end());
  return all;
}

/// A list of all rows would not help.
void expect_equal(const std::vector<ReadRow>& rows, const std::vector<ReadRow>& expected) {
  const std::vector<std::string> a = sorted_texts(rows);
  const std::vector<std::string> b = sorted_texts(expected);
  EXPECT_EQ(a.size(), b.size());
  const auto size = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  const auto [one, other] = std::mismatch(a.begin(), a.begin() + size, b.begin());
  if (one != a.begin() + size) {
    ADD_FAILURE() << "a row is\n" << *one << "\ninstead of\n" << *other;
  }
}

std::vector<ReadRow> chosen(const std::vector<ReadRow>& rows,
                            const std::function<bool(const ReadRow&)>& wanted) {
  std::vector<ReadRow> some;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(some), wanted);
  return some;
}

std::uint64_t cycles_in(const std::vector<ReadRow>& rows, const std::string& stage) {
  std::uint64_t sum = 0;
  for (const ReadRow& row : rows) {
    for (const ReadStage& one : row.stages) sum += one.name == stage ? one.end - one.begin : 0;
  }
  return sum;
}

struct TracedConfig {
  const char* machine;
  OnMiss on_miss;
};
void PrintTo(const TracedConfig& config, std::ostream* out) {
  *out << config.machine << " " << config.on_miss;
}

class WholeRun : public ::testing::TestWithParam<TracedConfig> {
 protected:
  MachineConfig config() const { return machine_of(GetParam().machine, GetParam().on_miss, 2); }
};

TEST_P(WholeRun, IsTheSameWithATrace) {
  const TracedRun run = traced(config(), {});
  const auto machine = make_timed_machine(config());
  EXPECT_EQ(run_job(*machine, *compile_program(kMixed), job()), run.results);
  EXPECT_EQ(counters_of_all(*machine), run.counters);
}

TEST_P(WholeRun, HasEveryInstructionOnce) {
  const TracedRun run = traced(config(), {});
  const std::vector<ReadRow> instructions = run.trace.instructions();
  EXPECT_EQ(instructions.size(), run.last.warp_instructions);
  std::uint64_t lanes = 0;
  for (const ReadRow& row : instructions) {
    EXPECT_TRUE(row.complete) << row.text();
    EXPECT_GE(row.core, 0) << row.text();
    lanes += LaneMask(row.mask()).count();
  }
  EXPECT_EQ(lanes, run.last.lane_instructions);
  EXPECT_EQ(run.trace.launches, std::vector<std::string>{"launch 0: k"});
}

TEST_P(WholeRun, HasEveryRequestOfACoreOnce) {
  const TracedRun run = traced(config(), {});
  const auto of_instructions = chosen(
      run.trace.requests(), [](const ReadRow& row) { return row.core >= 0 && row.mask() != 0; });
  EXPECT_EQ(of_instructions.size(), run.last.memory_lines);
  for (const ReadRow& row : of_instructions) {
    EXPECT_EQ(row.details.count("pc"), 1U) << row.text();
    EXPECT_GT(row.end, row.begin) << row.text();
  }
}

// A core sees an answer in the next cycle.
TEST_P(WholeRun, EndsWithTheLastWriteBackOrAnswer) {
  const TracedRun run = traced(config(), {});
  std::uint64_t last = 0;
  for (const ReadRow& row : run.trace.rows) {
    if (row.core >= 0) last = std::max(last, row.end + (row.is_request() ? 1 : 0));
  }
  EXPECT_EQ(last, run.last.cycles);
}

TEST_P(WholeRun, HasStagesInTheirOrderWithoutGaps) {
  const std::vector<std::string> order{"D",   "Sb", "Ar", "Ad", "Or", "Q",
                                       "Fpu", "Em", "La", "Me", "Lm"};
  const TracedRun run = traced(config(), {});
  for (const ReadRow& row : run.trace.rows) {
    ASSERT_FALSE(row.stages.empty()) << row.text();
    EXPECT_EQ(row.stages.back().end, row.end) << row.text();
    auto place = order.begin();
    for (std::size_t i = 0; i < row.stages.size(); ++i) {
      const ReadStage& stage = row.stages[i];
      EXPECT_LT(stage.begin, stage.end) << row.text();
      EXPECT_EQ(i == 0 ? row.begin : row.stages[i - 1].end, stage.begin) << row.text();
      if (row.is_request()) continue;
      place = std::find(place, order.end(), stage.name);
      EXPECT_NE(place, order.end()) << row.text();
    }
  }
}

// The ledger charges every slot of a pipe that is at work to one of these causes.
TEST_P(WholeRun, KeepsThePipesBusyForAsLongAsTheLedgerSays) {
  const TracedRun run = traced(config(), {});
  std::uint64_t busy = 0;
  for (const SlotCause cause :
       {SlotCause::Useful, SlotCause::ControlDivergence, SlotCause::DispatchMask,
        SlotCause::CompactionSlack, SlotCause::RegisterFile}) {
    busy += run.last.ledger[cause];
  }
  const std::uint64_t shown = cycles_in(run.trace.rows, "Fpu") + cycles_in(run.trace.rows, "Em");
  if (config().core.on_miss == OnMiss::StallOnUse) {
    EXPECT_EQ(shown * config().core.alu_width, busy);
  } else {  // lanes that others' misses keep off are charged to memory divergence, as waits are
    EXPECT_GE(shown * config().core.alu_width, busy);
    EXPECT_LE(shown * config().core.alu_width, busy + run.last.ledger[SlotCause::MemoryDivergence]);
  }
}

TEST_P(WholeRun, InAWindowHasTheRowsThatLiveInIt) {
  const CycleWindow window{600, 750};
  const TracedRun all = traced(config(), {});
  const TracedRun some = traced(config(), {{}, window});
  const auto expected = chosen(all.trace.rows, [&](const ReadRow& row) {
    return row.begin < window.to && row.end > window.from;
  });
  EXPECT_GT(expected.size(), 20U);
  EXPECT_LT(expected.size(), all.trace.rows.size());
  expect_equal(some.trace.rows, expected);
}

/// Of those that nobody follows from the beginning of a run.
ReadRow longest(const std::vector<ReadRow>& instructions) {
  ReadRow longest;
  for (const ReadRow& row : instructions) {
    const bool waits_for_others = row.stages.back().name == "Or";
    if (!waits_for_others && row.end - row.begin > longest.end - longest.begin) longest = row;
  }
  return longest;
}

TEST_P(WholeRun, InALateWindowLeavesOutOnlyWhatBeganLongBefore) {
  const auto all = traced(config(), {}).trace.instructions();
  const ReadRow late = longest(all);
  const CycleWindow window{late.end - 10, late.end + 200};
  const std::uint64_t lead = (late.end - late.begin) / 2;
  const TracedRun whole = traced(config(), {{}, window});
  const TracedRun part = traced(config(), {{}, window, {}, 0, lead});
  EXPECT_EQ(whole.left_out, 0U);
  EXPECT_GT(part.left_out, 0U);
  EXPECT_EQ(part.counters, whole.counters);
  const auto texts = [&](const std::vector<ReadRow>& rows, std::uint64_t from) {
    std::multiset<std::string> some;
    for (const ReadRow& row : rows) {
      const std::string place = std::to_string(row.begin) + " " + std::to_string(row.end);
      if (row.begin >= from) some.insert(place + " " + row.label);
    }
    return some;
  };
  const std::uint64_t followed = window.from - lead;
  EXPECT_EQ(texts(part.trace.instructions(), followed),
            texts(whole.trace.instructions(), followed));
  EXPECT_GT(texts(part.trace.instructions(), followed).size(), 10U);
  EXPECT_GE(part.trace.instructions().size() + part.left_out, whole.trace.instructions().size());
}

TEST_P(WholeRun, OfACoreHasTheRowsOfThatCore) {
  const TracedRun all = traced(config(), {});
  const TracedRun one = traced(config(), {{}, {}, 1});
  const auto expected = chosen(all.trace.rows, [](const ReadRow& row) { return row.core == 1; });
  EXPECT_GT(expected.size(), 20U);
  expect_equal(one.trace.rows, expected);
  EXPECT_EQ(one.counters, all.counters);
}

TEST_P(WholeRun, SaysTheSameInBothFormats) {
  const TracedRun kanata = traced(config(), {PipelineTraceFormat::Kanata});
  const TracedRun chrome = traced(config(), {PipelineTraceFormat::Chrome});
  expect_equal(chrome.trace.rows, kanata.trace.rows);
  EXPECT_EQ(kanata.trace.launches, chrome.trace.launches);
}

/// Of values that hold until the next one; the last is 0.
double integral_of(const std::map<std::uint64_t, double>& values) {
  double sum = 0;
  for (auto value = values.begin(); std::next(value) != values.end(); ++value) {
    sum += value->second * static_cast<double>(std::next(value)->first - value->first);
  }
  EXPECT_EQ(values.rbegin()->second, 0.0);
  return sum;
}

TEST_P(WholeRun, HasCountersThatAddUpToTheInstructionsOfEachCore) {
  const ReadTrace trace = traced(config(), {PipelineTraceFormat::Chrome}).trace;
  for (const int core : {0, 1}) {
    const auto instructions =
        chosen(trace.instructions(), [core](const ReadRow& row) { return row.core == core; });
    const auto& counters = trace.counters.at("core " + std::to_string(core) + ": pipeline");
    EXPECT_NEAR(integral_of(counters.at("instructions per cycle")), instructions.size(), 0.01);
    for (const auto& [cycle, lanes] : counters.at("active lanes per instruction")) {
      EXPECT_LE(lanes, config().core.warp_width) << cycle;
    }
  }
  const auto dram = chosen(trace.requests(), [](const ReadRow& row) {
    return std::any_of(row.stages.begin(), row.stages.end(),
                       [](const ReadStage& stage) { return stage.name == "dram"; });
  });
  EXPECT_NEAR(integral_of(trace.counters.at("machine").at("requests per cycle: dram")), dram.size(),
              0.01);
}

TEST_P(WholeRun, GroupsTheTracksOfACore) {
  const ReadTrace trace = traced(config(), {PipelineTraceFormat::Chrome}).trace;
  std::vector<std::string> processes;
  for (const auto& [place, name] : trace.order) processes.push_back(name);
  EXPECT_EQ(processes, (std::vector<std::string>{"machine", "core 0: pipeline", "core 0: memory",
                                                 "core 1: pipeline", "core 1: memory"}));
}

TEST_P(WholeRun, GivesTheSameBytesAgain) {
  EXPECT_TRUE(traced(config(), {}).text == traced(config(), {}).text);
}

constexpr TracedConfig kTraced[] = {{"ivb-eu", OnMiss::StallOnUse},
                                    {"manycore-dom", OnMiss::Block},
                                    {"manycore-dom", OnMiss::Slip},
                                    {"mv5-wpu", OnMiss::Slip}};

std::string name_of(const ::testing::TestParamInfo<TracedConfig>& info) {
  std::string name = std::string(info.param.machine) + "_" + name_of(info.param.on_miss);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Traces, WholeRun, ::testing::ValuesIn(kTraced), name_of);

TEST(PipelineTrace, HasAllLaunchesOneBehindTheOther) {
  const TracedRun run =
      traced(machine_of("ivb-eu", OnMiss::StallOnUse, 2), {PipelineTraceFormat::Kanata}, 3);
  EXPECT_EQ(run.trace.launches,
            (std::vector<std::string>{"launch 0: k", "launch 1: k", "launch 2: k"}));
  std::uint64_t instructions = 0;
  for (const Counters& launch : run.counters) instructions += launch.at("warp_instructions");
  EXPECT_EQ(run.trace.instructions().size(), instructions);
}

TEST(PipelineTrace, OfAFailedLaunchShowsInstructionsUnderWay) {
  const auto program =
      compile_program("__kernel void k(__global uint* out) { out[get_global_id(0) << 20] = 1; }");
  std::string text;
  const auto machine =
      make_traced_machine(small_machine(1), {}, [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(error_of([&] {
              run_job(*machine, *program, {"k", range_1d(16, 16), 16, {}, {}});
            }).kind(),
            ErrorKind::Access);
  machine->close();
  const ReadTrace trace = read_trace(PipelineTraceFormat::Kanata, text);
  const auto failed = chosen(trace.rows, [](const ReadRow& row) { return !row.complete; });
  ASSERT_FALSE(failed.empty());
  EXPECT_EQ(failed.front().label.substr(0, 3), "sw ") << failed.front().text();
}

}  // namespace
}  // namespace lanefold
