// SPDX-License-Identifier: Apache-2.0
// OpenCL host programs in C: each holds its own checks, and prints the same on PoCL and on
// Lanefold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/find_on_path.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Runs the programs, by the command `env`, with a driver of their own.
class OpenclProgram : public Command, public ::testing::WithParamInterface<std::string> {
 protected:
  Finished run(const std::string& environment, const std::string& call) const {
    return lanefold(environment + " '" LANEFOLD_OPENCL_PROGRAMS "'/" + call);
  }
  Finished on_lanefold(const std::string& mode, const std::string& call) const {
    return run("OCL_ICD_VENDORS='" LANEFOLD_ICD "' " + mode, call);
  }
  Finished on_pocl(const std::string& call) const {
    return run("OCL_ICD_VENDORS='" LANEFOLD_POCL "'", call);
  }
};

const std::vector<std::string> kModes = {"LANEFOLD_FUNCTIONAL=1", "LANEFOLD_FUNCTIONAL="};

TEST_P(OpenclProgram, PassesItsChecksAndPrintsTheSameWithAndWithoutTime) {
  std::vector<Finished> runs;
  for (const std::string& mode : kModes) {
    runs.push_back(on_lanefold(mode, GetParam()));
    EXPECT_EQ(runs.back().code, 0) << mode << "\n" << runs.back().err;
    if (GetParam() == "printf_flood") {
      EXPECT_THAT(runs.back().err, HasSubstr("warning: kernel flood: its calls of printf filled"));
    } else {
      EXPECT_THAT(runs.back().err, IsEmpty()) << mode;
    }
  }
  EXPECT_EQ(runs[0].out, runs[1].out);
}

const std::vector<std::string> kShort = {
    "binaries",       "buffer_map",      "buffer_rect",      "buffers",       "chains",
    "device_info",    "errors_events",   "errors_handles",   "errors_images", "errors_launch",
    "errors_objects", "errors_programs", "errors_transfers", "events",        "kernel_args",
    "kernel_info",    "kernel_printf",   "kernel_run",       "launches",      "lifetimes",
    "ndrange",        "platform",        "printf_flood",     "profiling",     "queues",
    "retained",       "stress"};
// Many builds, and the largest sizes.
const std::vector<std::string> kLong = {"limits", "programs", "separate_compilation"};

const auto kItsName = [](const auto& info) { return info.param; };
INSTANTIATE_TEST_SUITE_P(Short, OpenclProgram, ::testing::ValuesIn(kShort), kItsName);
INSTANTIATE_TEST_SUITE_P(Deep, OpenclProgram, ::testing::ValuesIn(kLong), kItsName);

/// PoCL compiles each program for seconds.
class OpenclProgramElsewhere : public OpenclProgram {};

TEST_P(OpenclProgramElsewhere, PrintsTheSameOnPocl) {
  if (std::string(LANEFOLD_POCL).empty()) GTEST_SKIP() << "there is no PoCL";
  // PoCL's compiler counts its errors on standard error.
  const Finished pocl = on_pocl(GetParam());
  EXPECT_EQ(pocl.code, 0) << pocl.err;
  EXPECT_EQ(on_lanefold(kModes[0], GetParam()).out, pocl.out);
}

INSTANTIATE_TEST_SUITE_P(Deep, OpenclProgramElsewhere, ::testing::ValuesIn(kShort), kItsName);
INSTANTIATE_TEST_SUITE_P(DeepAndLong, OpenclProgramElsewhere, ::testing::ValuesIn(kLong), kItsName);

/// Programs as Intel's compiler makes them, with and without time. It refuses images,
/// forgets hints of kernels and what functions of dimension 3 say, and links one
/// object.
class OpenclProgramOnGen8 : public OpenclProgram {};

TEST_P(OpenclProgramOnGen8, PrintsTheSameAsOnRiscv) {
  if (!find_on_path("ocloc")) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  const std::string riscv = on_lanefold(kModes[0], GetParam()).out;
  for (const std::string& mode : kModes) {
    const Finished gen8 = on_lanefold("LANEFOLD_SET=core.isa=gen8 " + mode, GetParam());
    EXPECT_EQ(gen8.code, 0) << mode << "\n" << gen8.err;
    EXPECT_EQ(gen8.out, riscv) << mode;
  }
}

INSTANTIATE_TEST_SUITE_P(Some, OpenclProgramOnGen8,
                         ::testing::Values("binaries", "kernel_args", "kernel_printf", "kernel_run",
                                           "launches", "printf_flood"),
                         kItsName);
INSTANTIATE_TEST_SUITE_P(Deep, OpenclProgramOnGen8,
                         ::testing::Values("buffer_map", "buffer_rect", "buffers", "chains",
                                           "errors_events", "errors_launch", "errors_objects",
                                           "errors_programs", "events", "lifetimes", "limits",
                                           "profiling", "programs", "queues", "retained", "stress"),
                         kItsName);

/// A kernel that fails, and the sentence that says why.
struct Failure {
  int number;
  const char* sentence;
};

using OpenclFailure = OpenclProgram;

TEST_F(OpenclFailure, IsToldAndDoesNotLast) {
  for (const Failure& failure : {Failure{0, "kernel far_store at source.cl:2 "},
                                 {1, "near the null pointer"},
                                 {2, "load of 4 bytes"},
                                 {3, "misaligned"},
                                 {4, "does not reach the barrier"}}) {
    for (const std::string& mode : kModes) {
      const Finished run = on_lanefold(mode, "kernel_failures " + std::to_string(failure.number));
      EXPECT_EQ(run.code, 0) << run.err;
      EXPECT_THAT(run.err, HasSubstr(failure.sentence)) << mode;
      // Each of three launches fails with one sentence.
      EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 3) << run.err;
      EXPECT_THAT(run.out, HasSubstr("after a late failure: 5 5 5 5"));
    }
  }
}

using OpenclDriver = OpenclProgram;

TEST_F(OpenclDriver, LoadsAndUnloadsWithoutTheLoader) {
  for (const std::string& mode : kModes) {
    const Finished run = on_lanefold(mode, "direct '" LANEFOLD_ICD "'");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, "sum: 104\nsum: 104\nsum: 104\n");
    EXPECT_THAT(run.err, IsEmpty());
  }
}

}  // namespace
}  // namespace lanefold
