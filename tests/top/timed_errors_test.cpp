// SPDX-License-Identifier: Apache-2.0
// Mistakes of kernels on the timed machine.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct Wrong {
  const char* name;
  const char* body;
  ErrorKind kind;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class TimedErrors : public ::testing::TestWithParam<Wrong> {};

TEST_P(TimedErrors, MatchTheFunctionalMachineAndLeaveItUsable) {
  const auto program = compile_program(fmt::format(
      "__kernel void k(__global volatile uint* out) {{ uint i = get_global_id(0);\n{}\n}}",
      GetParam().body));
  const auto good = compile_program(kMixed);
  for (const DatapathFidelity datapath : {DatapathFidelity::Fast, DatapathFidelity::Exact}) {
    MachineConfig config = small_machine(3);
    config.core.datapath = datapath;
    config.limits.livelock_instructions = 4'000;
    const auto functional = make_functional_machine(config);
    const auto timed = make_timed_machine(config);
    const Words expected = run_job(*timed, *good, mixed_job());
    const Job bad{"k", range_1d(240, 120), 240, {}, {}};
    const Error from_functional = error_of([&] { run_job(*functional, *program, bad); });
    for (int again = 0; again < 2; ++again) {
      const Error error = error_of([&] { run_job(*timed, *program, bad); });
      EXPECT_EQ(error.kind(), GetParam().kind) << error.what();
      EXPECT_EQ(error.kind(), from_functional.kind()) << from_functional.what();
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr("kernel k at test.cl:2"), HasSubstr("work-item (")));
    }
    EXPECT_EQ(timed->launches().size(), 1U);
    EXPECT_EQ(run_job(*timed, *good, mixed_job()), expected);
    EXPECT_EQ(counters_by_name(timed->launches()[1]), counters_by_name(timed->launches()[0]));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, TimedErrors,
    ::testing::Values(
        Wrong{"OutOfRange", "if (i == 77) out[1 << 20] = 1; out[i] = 1;", ErrorKind::Access},
        Wrong{"Misaligned", "out[i] = *(__global uint*)((__global char*)out + i);",
              ErrorKind::Access},
        Wrong{"DivergentBarrier", "if (i & 1) barrier(CLK_GLOBAL_MEM_FENCE); out[i] = 1;",
              ErrorKind::Barrier},
        Wrong{"DifferentBarriers",
              "if (get_local_id(0) < 16) { out[i] = 2; barrier(1); out[i] = out[i ^ 1]; } else { "
              "out[i] = i; barrier(1); out[i] = out[0] + out[i ^ 1]; }",
              ErrorKind::Barrier},
        Wrong{"Illegal", "if (i == 5) __asm__ volatile(\".word 0\"); out[i] = 1;",
              ErrorKind::IllegalInstruction},
        Wrong{"UnknownCsr", "__asm__ volatile(\"csrwi 0xcc0, 3\");", ErrorKind::IllegalInstruction},
        Wrong{"EndlessLoop", "while (out[1] == 0) {}", ErrorKind::NoProgress},
        Wrong{"EndlessLoopWithoutBranches", "if (out[1] == 0) for (;;) __asm__ volatile(\"\");",
              ErrorKind::NoProgress},
        Wrong{"SpinLock",
              "uint old = 1; while (old != 0) __asm__ volatile(\"amoswap.w %0, %1, (%2)\" : "
              "\"=r\"(old) "
              ": \"r\"(1), \"r\"(out) : \"memory\"); out[1] += 1; out[0] = 0;",
              ErrorKind::NoProgress}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanefold
