// SPDX-License-Identifier: Apache-2.0
// The three machines in all their variants: every workload computes the same on each.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/machine_runs.h"
#include "tests/support/workload_names.h"

namespace lanefold {
namespace {

/// A way to build a machine.
struct Variant {
  const char* name;
  std::function<Settings(const char* machine)> settings;
};

auto always(const Settings& settings) {
  return [settings](const char*) { return settings; };
}

/// With all caches of so many bytes.
auto small_caches(std::uint32_t bytes, const Settings& more) {
  return [bytes, more](const char* machine) {
    Settings settings = caches_of(load_machine(machine), bytes);
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
  };
}

/// With each of these in all caches.
auto in_caches(const Settings& of_each, const Settings& more) {
  return [of_each, more](const char* machine) {
    Settings settings = more;
    for (const std::string& one : of_each) {
      const Settings all = in_every_cache(machine, one);
      settings.insert(settings.end(), all.begin(), all.end());
    }
    return settings;
  };
}

const Variant kVariants[] = {
    {"AsItIs", always({})},
    {"EightLanesAndCachesOfOneKilobyte", small_caches(1024, {"core.warp_width=8"})},
    {"ThirtyTwoLanesAndPollutedCaches", in_caches({"polluted_percent=50", "replacement=random"},
                                                  {"core.warp_width=32", "dram.timing=ddr3"})},
    {"SixtyFourLanesAndPerfectCaches",
     in_caches({"perfect=true"}, {"core.warp_width=64", "coherence=none"})},
    {"LanesLeftBehind", small_caches(4096, {"core.on_miss=slip", "core.slip.max=4",
                                            "core.slip.gather_at_loop_exits=true",
                                            "core.slip.when_all_miss=other-paths"})},
    {"LanesLeftBehindOnAStack",
     small_caches(1024, {"core.on_miss=slip", "core.warps=2", "core.slip.max=adaptive",
                         "core.slip.sampling_period=100", "core.slip.table_entries=4",
                         "core.slip.when_all_miss=wait", "core.slip.counts=divergent-loads",
                         "core.reconvergence=ipdom"})},
    {"SlicesThatDivide", small_caches(4096, {"core.on_miss=divide", "core.on_branch=divide"})},
    {"SlicesOfHalfAWarpThatDivideOnAStack",
     small_caches(1024, {"core.warp_width=16", "core.warps=2", "core.simd=8x3", "core.slices=7",
                         "core.on_miss=divide", "core.on_branch=divide", "core.division=eager",
                         "core.reconvergence=ipdom"})},
    // Some slices are narrower, and most have to wait for others.
    {"SlicesOfThreeLanes", always({"core.warp_width=16", "core.warps=2", "core.simd=3x4"})},
    {"SlicesOnAStackOneOfWhichRuns",
     always({"core.warp_width=16", "core.warps=2", "core.simd=8x1", "core.reconvergence=ipdom",
             "core.on_miss=slip", "core.slip.when_all_miss=ready-lanes"})},
    // Intervals of some work-items only, so that there are many.
    {"SearchForWidthAndDepth",
     always({"core.warp_width=8", "core.warps=2", "core.adaptation.strategy=dwrep",
             "core.adaptation.tasks_per_thread=1", "core.on_miss=slip",
             "core.slip.when_all_miss=ready-lanes"})},
    // Cores are divided anew while slices of others have divided.
    {"SearchForWidthAndDepthWhileSlicesDivide",
     always({"core.warp_width=4", "core.warps=2", "core.adaptation.strategy=dwrep",
             "core.adaptation.convergence=inc", "core.adaptation.tasks_per_thread=1",
             "core.on_miss=divide", "core.division=eager"})},
    // One lane computes, and all get its result.
    {"ScalarWorkThatTheAnalysisKnows",
     always({"core.scalar.execution=pipe", "core.datapath=exact", "core.compaction=scc"})},
    {"ScalarWorkThatIsFoundWhileLanesSlipAndSlicesAdapt",
     always({"core.warp_width=8", "core.warps=2", "core.adaptation.strategy=dwrep",
             "core.adaptation.tasks_per_thread=1", "core.on_miss=slip",
             "core.scalar.execution=one-cycle", "core.scalar.knowledge=dynamic",
             "core.datapath=exact"})},
    {"ScalarWorkThatIsFoundInSlicesThatDivide",
     always({"core.on_miss=divide", "core.on_branch=divide", "core.scalar.execution=pipe",
             "core.scalar.knowledge=dynamic", "core.datapath=exact"})},
    {"LanesThatWalkRegionsWithStacksOfTheirOwn",
     small_caches(4096, {"dispatch.mapping=regions", "core.private_layout=own-lines",
                         "core.scalar.execution=pipe"})},
    {"LanesThatWalkRegionsInSlicesThatAdaptAndDivide",
     always({"core.warp_width=8", "core.warps=2", "core.adaptation.strategy=dwrep",
             "core.adaptation.tasks_per_thread=1", "core.on_miss=divide",
             "dispatch.mapping=regions"})},
    {"SlicesOfOwnQuadsThatAdapt",
     always({"core.warp_width=16", "core.warps=2", "core.alu_width=4",
             "core.adaptation.strategy=dwrep", "core.adaptation.tasks_per_thread=1",
             "core.compaction=ivb", "core.slice_quads=slice", "core.datapath=exact"})}};

/// A workload on a machine, in one of its other forms or as it is.
struct Place {
  const char* machine;
  std::string workload;
  Parameters parameters = {};
};

std::ostream& operator<<(std::ostream& out, const Place& place) {
  out << place.workload;
  for (const auto& [name, value] : place.parameters) out << " " << name << "=" << value;
  return out << " on " << place.machine;
}

/// Each other form of a workload on each machine.
std::vector<Place> places_of_forms() {
  std::vector<Place> found;
  for (const auto& [workload, parameter, value] : kOtherForms) {
    for (const char* machine : kMachines) {
      found.push_back({machine, workload, {{parameter, value}}});
    }
  }
  return found;
}

/// Each workload on the machine that its turn brings, or on both others.
std::vector<Place> places(const std::vector<std::string>& names, std::size_t turn, bool others) {
  std::vector<Place> found;
  for (std::size_t w = 0; w < names.size(); ++w) {
    for (std::size_t m = 0; m < std::size(kMachines); ++m) {
      if (((w + turn) % std::size(kMachines) == m) != others) {
        found.push_back({kMachines[m], names[w]});
      }
    }
  }
  return found;
}

struct Case {
  const Variant* variant;
  Place place;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.place << ", " << c.variant->name;
}

/// Each pair of workload and variant on one machine, or on both others. With all workloads, each
/// pair of machine and variant, or of machine and workload, is among the former, too.
std::vector<Case> cases(const std::vector<std::string>& names, bool others) {
  std::vector<Case> found;
  for (std::size_t v = 0; v < std::size(kVariants); ++v) {
    for (const Place& place : places(names, v, others)) found.push_back({&kVariants[v], place});
  }
  return found;
}

/// Each other form on each machine as it is, and where it is to slip; or in all other variants.
std::vector<Case> cases_of_forms(bool others) {
  std::vector<Case> found;
  for (const Variant& variant : kVariants) {
    for (const Place& place : places_of_forms()) {
      const std::string_view name = variant.name;
      const bool slips = name.substr(0, 15) == "LanesLeftBehind" &&
                         place.machine == std::string_view("manycore-dom");
      if ((name == "AsItIs" || slips) != others) found.push_back({&variant, place});
    }
  }
  return found;
}

std::string name_of(const Place& place) {
  std::string name = std::string(place.machine) + "_" + place.workload;
  for (const auto& [parameter, value] : place.parameters) name.append("_").append(value);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class EveryVariant : public ::testing::TestWithParam<Case> {};

TEST_P(EveryVariant, Computes) {
  const auto& [variant, place] = GetParam();
  const Settings settings = variant->settings(place.machine);
  SCOPED_TRACE(::testing::PrintToString(settings));
  const LaunchStatistics total =
      run(*find_workload(place.workload), machine_with(place.machine, settings), place.parameters);
  EXPECT_GT(total.cycles, 0U);
  for (const MemoryBlockStatistics& block : total.memory) {
    if (!block.is_cache()) continue;
    EXPECT_EQ(block["accesses"],
              block["hits"] + block["misses"] + block["merges"] + block["dropped_snoops"])
        << block.name;
  }
}

std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
  return std::string(info.param.variant->name) + "_" + name_of(info.param.place);
}

INSTANTIATE_TEST_SUITE_P(Showcase, EveryVariant,
                         ::testing::ValuesIn(cases(showcase_names(), false)), name_of_case);
INSTANTIATE_TEST_SUITE_P(DeepShowcase, EveryVariant,
                         ::testing::ValuesIn(cases(showcase_names(), true)), name_of_case);
INSTANTIATE_TEST_SUITE_P(DeepFurther, EveryVariant,
                         ::testing::ValuesIn(cases(further_names(), false)), name_of_case);
INSTANTIATE_TEST_SUITE_P(DeepFurtherElsewhere, EveryVariant,
                         ::testing::ValuesIn(cases(further_names(), true)), name_of_case);
INSTANTIATE_TEST_SUITE_P(Forms, EveryVariant, ::testing::ValuesIn(cases_of_forms(false)),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(DeepForms, EveryVariant, ::testing::ValuesIn(cases_of_forms(true)),
                         name_of_case);

class EveryMachine : public ::testing::TestWithParam<Place> {
 protected:
  MachineConfig with(const Settings& settings) const {
    return machine_with(GetParam().machine, settings);
  }
  LaunchStatistics run_with(const Settings& settings) const {
    return run(workload(), with(settings), GetParam().parameters);
  }
  const Workload& workload() const { return *find_workload(GetParam().workload); }
};

TEST_P(EveryMachine, TakesTheSameTimeWithTheEnergyOfOneLane) {
  const LaunchStatistics off = run_with({});
  for (const char* knowledge : {"static", "dynamic"}) {
    const LaunchStatistics one = run_with(
        {"core.scalar.execution=energy", std::string("core.scalar.knowledge=") + knowledge});
    EXPECT_EQ(one.cycles, off.cycles) << knowledge;
    EXPECT_EQ(one.timed_eu_cycles, off.timed_eu_cycles) << knowledge;
    EXPECT_GT(one.scalar.once, 0U) << knowledge;
    EXPECT_LT(one.scalar.lane_operations, off.scalar.lane_operations) << knowledge;
    EXPECT_LE(one.scalar.address_comparisons, off.scalar.address_comparisons) << knowledge;
  }
}

TEST_P(EveryMachine, TakesTheSameTimeWithoutSlipAsWhenItBlocks) {
  const LaunchStatistics blocked = run_with({"core.on_miss=block"});
  const LaunchStatistics slipped = run_with({"core.on_miss=slip", "core.slip.max=0"});
  EXPECT_EQ(slipped.cycles, blocked.cycles);
  EXPECT_EQ(slipped.slip.slips, 0U);
}

TEST_P(EveryMachine, KeepsTheBaseProtocolOnEveryLink) {
  for (const char* on_miss : {"core.on_miss=stall-on-use", "core.on_miss=slip"}) {
    SCOPED_TRACE(on_miss);
    WatchingFactory factory;
    const auto watched = make_timed_machine(with({"core.warps=2", on_miss}), factory);
    EXPECT_TRUE(run(workload(), *watched, GetParam().parameters).verified);
    std::uint64_t completed = 0;
    for (const auto& checker : factory.checkers) {
      EXPECT_EQ(checker->violation(), "") << checker->name();
      EXPECT_TRUE(checker->idle()) << checker->name();
      completed += checker->completed();
    }
    EXPECT_GT(completed, 0U);
    factory.checkers.clear();  // before the machine and its simulation context
  }
}

std::string name_of_place(const ::testing::TestParamInfo<Place>& info) {
  return name_of(info.param);
}

INSTANTIATE_TEST_SUITE_P(Showcase, EveryMachine,
                         ::testing::ValuesIn(places(showcase_names(), 0, false)), name_of_place);
INSTANTIATE_TEST_SUITE_P(DeepShowcase, EveryMachine,
                         ::testing::ValuesIn(places(showcase_names(), 0, true)), name_of_place);
INSTANTIATE_TEST_SUITE_P(DeepFurther, EveryMachine,
                         ::testing::ValuesIn(places(further_names(), 0, false)), name_of_place);
INSTANTIATE_TEST_SUITE_P(DeepFurtherElsewhere, EveryMachine,
                         ::testing::ValuesIn(places(further_names(), 0, true)), name_of_place);
INSTANTIATE_TEST_SUITE_P(DeepForms, EveryMachine, ::testing::ValuesIn(places_of_forms()),
                         name_of_place);

}  // namespace
}  // namespace lanefold
