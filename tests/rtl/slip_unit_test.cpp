// SPDX-License-Identifier: Apache-2.0
// Whole kernels whose Diverge on Miss is rtl/slip_unit.sv, clocked with the machine: the RTL
// decides who goes on at a load, and when, and cycles and statistics must be the model's.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/rtl/loop_runs.h"

namespace lanefold {
namespace {

struct UnitCase {
  std::string name;
  std::string workload;
  std::string machine;
  std::function<void(CoreConfig&)> change = [](CoreConfig& /*core*/) {};
};
void PrintTo(const UnitCase& c, std::ostream* out) { *out << c.name; }

/// Of few cores, whose warps the RTL of any build has.
MachineConfig slipping(const UnitCase& c) {
  MachineConfig config = load_machine(c.machine);
  config.cores = 2;
  config.core.on_miss = OnMiss::Slip;
  if (c.machine == "manycore-dom") config.core.warp_width = config.core.alu_width = 16;
  c.change(config.core);
  return config;
}

/// At this size, no load of these has lanes that miss beside others that hit.
bool leaves_none_behind(const UnitCase& c) {
  return (c.workload == "kmeans" && c.machine == "manycore-dom") ||
         (c.workload == "merge-sort" && c.machine == "ivb-eu");
}

class RtlSlipUnit : public ::testing::TestWithParam<UnitCase> {};

TEST_P(RtlSlipUnit, TakesTheModelsCycles) {
  const Traces model =
      expect_same_as_model(GetParam().workload, slipping(GetParam()), {"slip_unit"});
  EXPECT_EQ(model.slips == 0, leaves_none_behind(GetParam()));
}

std::string unit_case_name(const ::testing::TestParamInfo<UnitCase>& info) {
  return info.param.name;
}

constexpr auto kWaits = [](CoreConfig& core) { core.slip.when_all_miss = AllMiss::Wait; };
constexpr auto kAdapts = [](CoreConfig& core) {
  core.slip.max = SlipConfig::kAdaptive;
  core.slip.sampling_period = 500;
};
constexpr auto kSlipsLittle = [](CoreConfig& core) {
  core.slip.max = 1;
  core.slip.table_entries = 4;
};

INSTANTIATE_TEST_SUITE_P(Quick, RtlSlipUnit,
                         ::testing::Values(UnitCase{"Banks", "gaussian-filter", "manycore-dom"},
                                           UnitCase{"Waits", "bfs", "ivb-eu", kWaits},
                                           UnitCase{"SlipsLittle", "lennard-jones", "ivb-eu",
                                                    kSlipsLittle},
                                           UnitCase{"Ipdom", "gaussian-filter", "manycore-dom",
                                                    [](CoreConfig& core) {
                                                      core.reconvergence =
                                                          ReconvergencePolicy::Ipdom;
                                                      core.slip.max = 4;
                                                    }}),
                         unit_case_name);

std::vector<UnitCase> deep_cases() {
  std::vector<UnitCase> cases;
  for (const std::string workload : {"bfs", "gaussian-filter", "lennard-jones", "kmeans",
                                     "merge-sort", "string-search", "path-trace-bvh"}) {
    for (const std::string machine : {"ivb-eu", "manycore-dom"}) {
      const std::string name = without_hyphens(workload) + "_" + without_hyphens(machine);
      cases.push_back({name, workload, machine});
      cases.push_back({name + "_Waits", workload, machine, kWaits});
      cases.push_back({name + "_Adapts", workload, machine, kAdapts});
      cases.push_back({name + "_SlipsLittle", workload, machine, kSlipsLittle});
    }
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Deep, RtlSlipUnit, ::testing::ValuesIn(deep_cases()), unit_case_name);

}  // namespace
}  // namespace lanefold
