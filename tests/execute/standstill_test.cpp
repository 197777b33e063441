// SPDX-License-Identifier: Apache-2.0
// Launches that stand still are told soon, and no others are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "decisions/pipeline/state_watch.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr std::uint64_t kQuiet = StateWatch::kQuietInstructions;

/// A state of some words.
struct Words40 {
  std::array<std::uint32_t, 40> words{};
  StateParts parts() const { return {{{words.data(), 8}, {}, {words.data() + 2, 152}, {}}}; }
};

TEST(StateWatch, FindsAPeriod) {
  for (const unsigned period : {1U, 2U, 7U, 1000U, 5000U}) {
    StateWatch watch;
    Words40 state;
    std::uint64_t quiet = 0;
    while (!watch.look(quiet, 1, state.parts())) {
      state.words[39] = static_cast<std::uint32_t>(++quiet % period);
      ASSERT_LT(quiet, 8 * (kQuiet + period)) << period;
    }
    EXPECT_TRUE(watch.repeats(1));
    EXPECT_FALSE(watch.repeats(2));
  }
}

TEST(StateWatch, FindsNoneWhereAnyWordDiffers) {
  for (std::size_t word = 0; word < 40; ++word) {
    StateWatch watch;
    Words40 state;
    for (std::uint64_t quiet = 0; quiet < 5000; ++quiet) {
      ++state.words[word];
      ASSERT_FALSE(watch.look(quiet, 1, state.parts())) << word;
    }
  }
}

TEST(StateWatch, ForgetsAtChanges) {
  StateWatch watch;
  const Words40 state;
  for (std::uint64_t changes = 1; changes < 5000; ++changes) {
    ASSERT_FALSE(watch.look(kQuiet + changes, changes, state.parts()));
  }
  StateWatch others;
  EXPECT_FALSE(others.look(kQuiet, 1, state.parts()));
  others.start();
  EXPECT_FALSE(others.look(kQuiet, 1, state.parts()));
  EXPECT_TRUE(others.look(kQuiet + 1, 1, state.parts()));
}

MachineConfig patient_machine(unsigned warp_width, ReconvergencePolicy policy) {
  MachineConfig config = test_machine(warp_width, policy);
  config.limits.livelock_instructions = 100'000'000;
  return config;
}

/// Told on machines that would otherwise go on for minutes.
void expect_told(const std::string& body, const ::testing::Matcher<std::string>& sentence,
                 const std::vector<ReconvergencePolicy>& policies = {ReconvergencePolicy::Wto,
                                                                     ReconvergencePolicy::Ipdom,
                                                                     ReconvergencePolicy::Yield}) {
  const auto program =
      compile_program("__kernel void k(__global volatile uint* out) {\n" + body + "\n}");
  for (const ReconvergencePolicy policy : policies) {
    const auto machine = make_functional_machine(patient_machine(16, policy));
    const Error error = error_of([&] {
      run_job(*machine, *program, {"k", range_1d(64, 32), 64, {}, {}});
    });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress) << policy;
    EXPECT_THAT(error.what(), sentence) << policy;
  }
}

TEST(Standstill, IsToldOfALoopThatWaitsForNothing) {
  expect_told("while (out[1] == 0) {}",
              AllOf(HasSubstr("test.cl:2"), ContainsRegex("loops for ever: in [0-9]{3,6} ")));
}

TEST(Standstill, IsToldOfALoopWithoutBranches) {
  expect_told("if (out[1] == 0) for (;;) __asm__ volatile(\"\");",
              HasSubstr("loops for ever: no branch leaves the loop"));
}

constexpr const char* kLock =
    "uint old = 1; while (old != 0) __asm__ volatile(\"amoswap.w %0, %1, (%2)\" : \"=r\"(old) : "
    "\"r\"(1), \"r\"(out) : \"memory\");";

TEST(Standstill, IsToldOfASpinLock) {
  expect_told(std::string(kLock) + "out[1] += 1; out[0] = 0;",
              HasSubstr("loops for ever while another work-item of the warp waits for it (lanes "
                        "of a warp can spin on one another with core.reconvergence=yield only): "),
              {ReconvergencePolicy::Wto, ReconvergencePolicy::Ipdom});
}

TEST(Standstill, IsToldOfALockThatIsNeverFreeThoughLanesTakeTurns) {
  expect_told(std::string(kLock) + "out[1] += 1;", HasSubstr("loops for ever"),
              {ReconvergencePolicy::Yield});
}

TEST(Standstill, IsToldWhereOthersWaitAtABarrier) {
  expect_told("if (get_local_id(0) < 16) while (out[1] == 0) {}\nbarrier(1); out[1] = 1;",
              HasSubstr("or waits at a barrier"));
}

/// The same answers as elsewhere, though warps repeat themselves while they wait.
void expect_finished(const std::string& body, const NDRange& range, const Words& expected) {
  const auto program =
      compile_program("__kernel void k(__global volatile uint* out) {\n" + body + "\n}");
  for (const unsigned width : {1U, 16U}) {
    const auto machine = make_functional_machine(patient_machine(width, ReconvergencePolicy::Wto));
    EXPECT_EQ(run_job(*machine, *program, {"k", range, expected.size(), {}, {}}), expected);
  }
}

TEST(Standstill, IsNoLongCount) {
  expect_finished(
      "uint n = 0; do { n += 1; __asm__ volatile(\"\" : \"+r\"(n)); } while (n < 300000);\n"
      "out[get_global_id(0)] = n;",
      range_1d(16, 16), Words(16, 300'000));
}

TEST(Standstill, IsNoWaitForAWarpThatCounts) {
  expect_finished(
      "uint i = get_global_id(0);\n"
      "if (i < 16) { while (out[16] == 0) {} out[i] = out[16]; }\n"
      "else { uint n = 0; do { n += 1; __asm__ volatile(\"\" : \"+r\"(n)); } while (n < 50000);\n"
      "  out[16] = n; }",
      range_1d(17, 17), Words(17, 50'000));
}

TEST(Standstill, IsNoWaitForAGroupThatIsStillToBegin) {
  expect_finished("if (get_group_id(0) == 0) while (out[1] == 0) {}\nout[get_group_id(0)] = 5;",
                  range_1d(32, 16), Words(2, 5));
}

}  // namespace
}  // namespace lanefold
