// SPDX-License-Identifier: Apache-2.0
// Lanes that take turns: code whose work-items wait for one another.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/support/kernels.h"
#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

struct Waiting {
  std::string name;
  std::string machine;
  std::vector<std::string> settings;
};
void PrintTo(const Waiting& one, std::ostream* out) { *out << one.name; }

class Yield : public ::testing::TestWithParam<Waiting> {
 protected:
  /// 40 work-items of two work-groups, whose last warps are not full.
  Words run(const std::string& source) {
    std::vector<std::string> settings = {"cores=2", "core.reconvergence=yield"};
    settings.insert(settings.end(), GetParam().settings.begin(), GetParam().settings.end());
    const MachineConfig config = machine_with(GetParam().machine, settings);
    const auto program = compile_program(source);
    const Job job{"k", range_1d(40, 20), 40, {}, {}};
    const auto timed = make_timed_machine(config);
    const auto functional = make_functional_machine(config);
    const Words words = run_job(*timed, *program, job);
    EXPECT_EQ(words, run_job(*functional, *program, job));
    return words;
  }
};

TEST_P(Yield, LetsEveryWorkItemHaveASpinLock) {
  const Words words = run(R"cl(
    __kernel void k(__global volatile uint* out) {
      while (atomic_cmpxchg(&out[0], 0u, 1u) != 0) {}
      out[1] += get_global_id(0);
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(&out[0], 0u);
    })cl");
  EXPECT_EQ(words[0], 0U);
  EXPECT_EQ(words[1], 39U * 40 / 2);
}

TEST_P(Yield, LetsWorkItemsWaitForTheOnesBehindThem) {
  const Words words = run(R"cl(
    __kernel void k(__global volatile uint* out) {
      uint i = get_global_id(0), l = get_local_id(0);
      if (l + 1 < get_local_size(0)) while (atomic_add(&out[i + 1], 0u) == 0) {}
      atomic_xchg(&out[i], get_local_size(0) - l);
    })cl");
  Words expected(40);
  for (std::uint32_t i = 0; i < 40; ++i) expected[i] = 20 - i % 20;
  EXPECT_EQ(words, expected);
}

TEST_P(Yield, LetsTheOthersGoOnWhenSomeReturnBeforeABarrier) {
  const Words words = run(R"cl(
    __kernel void k(__global volatile uint* out) {
      uint i = get_global_id(0), l = get_local_id(0);
      out[i] = 1;
      if (l % 3 == 0) return;
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (l % 3 == 1) out[i] += out[i - 1];
    })cl");
  for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(words[i], i % 20 % 3 == 1 ? 2U : 1U) << i;
}

INSTANTIATE_TEST_SUITE_P(
    Machines, Yield,
    ::testing::Values(Waiting{"ivb", "ivb-eu", {}}, Waiting{"wpu", "mv5-wpu", {}},
                      Waiting{"manycore", "manycore-dom", {}},
                      Waiting{"slips", "manycore-dom", {"core.on_miss=slip"}},
                      Waiting{"scalar", "ivb-eu", {"core.scalar.execution=pipe"}}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace lanefold
