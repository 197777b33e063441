// SPDX-License-Identifier: Apache-2.0
// OpenCL host programs in C: each holds its own checks, and prints the same on PoCL and on
// Lanefold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
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
    "errors_objects", "errors_programs", "errors_transfers", "events",        "image_kernels",
    "image_samplers", "images",          "kernel_args",      "kernel_info",   "kernel_printf",
    "kernel_run",     "later_versions",  "launches",         "lifetimes",     "ndrange",
    "platform",       "printf_flood",    "profiling",        "queues",        "retained",
    "stress"};
// Many builds, and the largest sizes.
const std::vector<std::string> kLong = {"limits", "programs", "separate_compilation"};

// Of extensions that PoCL has otherwise, or not at all.
const std::vector<std::string> kOwn = {"halves", "sub_groups"};

const auto kItsName = [](const auto& info) { return info.param; };
INSTANTIATE_TEST_SUITE_P(Short, OpenclProgram, ::testing::ValuesIn(kShort), kItsName);
INSTANTIATE_TEST_SUITE_P(Own, OpenclProgram, ::testing::ValuesIn(kOwn), kItsName);
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

/// Programs as Intel's compiler makes them, with and without time. There are no images; it
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
                                           "errors_events", "errors_images", "errors_launch",
                                           "errors_objects", "errors_programs", "events",
                                           "lifetimes", "limits", "profiling", "programs", "queues",
                                           "retained", "stress"),
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

/// A kernel that misses the end of its buffer.
struct Miss {
  int number;
  int line;
  const char* access;
  const char* place;
};

const std::vector<Miss> kTolerated = {
    {1, 1, "store of 1 bytes", "reaches 1 bytes behind the end of"},
    {2, 2, "store of 4 bytes", "reaches 4 bytes behind the end of"},
    {3, 2, "store of 4 bytes", "reaches 96 bytes behind the end of"},
    {4, 2, "store of 4 bytes", "reaches 100 bytes behind the end of"},
    {5, 1, "store of 1 bytes", "reaches 4095 bytes behind the end of"},
    {6, 1, "store of 1 bytes", "reaches 4096 bytes behind the end of"},
    {9, 4, "atomic access of 4 bytes", "reaches 4 bytes behind the end of"},
    {10, 6, "store of 8 bytes", "reaches 4 bytes behind the end of"},
    {11, 9, "store of 4 bytes", "reaches 4 bytes behind the end of"}};
const std::vector<Miss> kRefused = {
    {7, 1, "store of 1 bytes", "reaches 4097 bytes behind the end of"},
    {8, 3, "load of 4 bytes", "begins 4 bytes in front of"}};

class OpenclBounds : public OpenclProgram {
 protected:
  /// What is said of each miss, and what all launches return.
  void expect_told(const std::string& settings, const std::vector<Miss>& misses,
                   const std::string& status, const std::string& before,
                   const std::string& after) const {
    std::string call = "bounds";
    for (const Miss& miss : misses) call += " " + std::to_string(miss.number);
    for (const std::string& mode : kModes) {
      const Finished run = on_lanefold(settings + " " + mode, call);
      EXPECT_EQ(run.code, 0) << run.err;
      std::size_t launches = 0;
      for (const std::string& line : split(run.out, '\n')) {
        if (line.empty()) continue;
        ++launches;
        EXPECT_THAT(line, ::testing::EndsWith(": " + status)) << mode;
      }
      EXPECT_EQ(launches, misses.size());
      for (const Miss& miss : misses) {
        EXPECT_THAT(run.err, ::testing::ContainsRegex(
                                 "lanefold: " + before +
                                 "kernel [a-z0-9_]+ at source.cl:" + std::to_string(miss.line) +
                                 " \\(pc 0x[0-9a-f]+\\), work-item \\(2, 0, 0\\): " + miss.access +
                                 " at 0x[0-9a-f]+, which " + after + miss.place +
                                 " the buffer of 36 bytes at 0x[0-9a-f]+"))
            << mode;
      }
    }
  }
};

const std::string kOutside = "is outside of every buffer: it ";

TEST_F(OpenclBounds, AreToldWhereTheyAreMissedByLittle) {
  expect_told("", kTolerated, "CL_SUCCESS", "warning: ", "");
}

TEST_F(OpenclBounds, StopAKernelThatMissesThemByMuch) {
  expect_told("", kRefused, "CL_OUT_OF_RESOURCES", "", kOutside);
}

TEST_F(OpenclBounds, StopAKernelAtTheFirstByteIfAskedTo) {
  expect_told("LANEFOLD_SET=memory.overrun_bytes=0", kTolerated, "CL_OUT_OF_RESOURCES", "",
              kOutside);
}

TEST_F(OpenclBounds, AreNotMissedByRightPrograms) {
  for (const char* settings : {"", "LANEFOLD_SET=memory.overrun_bytes=0"}) {
    const Finished run = on_lanefold(settings, "bounds 0");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, "a store of the last byte: CL_SUCCESS\n");
    EXPECT_THAT(run.err, IsEmpty());
  }
}

using OpenclDriver = OpenclProgram;

TEST_F(OpenclDriver, ReportsNeitherSubGroupsNorHalvesOnGen8) {
  if (!find_on_path("ocloc")) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  const std::string gen8 = "LANEFOLD_SET=core.isa=gen8";
  const Finished groups = on_lanefold(gen8, "sub_groups");
  EXPECT_EQ(groups.code, 0) << groups.err;
  EXPECT_EQ(groups.out, "there are no sub-groups\n");
  const Finished halves = on_lanefold(gen8, "halves");
  EXPECT_EQ(halves.code, 0) << halves.err;
  EXPECT_THAT(halves.out, HasSubstr("halves: 0,"));
}

TEST_F(OpenclDriver, LoadsAndUnloadsWithoutTheLoader) {
  for (const std::string& mode : kModes) {
    const Finished run = on_lanefold(mode, "direct '" LANEFOLD_ICD "'");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, "sum: 104\nsum: 104\nsum: 104\n");
    EXPECT_THAT(run.err, IsEmpty());
  }
}

/// What at_exit prints when static variables of its end, one of each kind.
std::string ends_of_objects() {
  std::string text;
  for (const char* name : {"user", "event", "endless", "kernel", "program", "part", "buffer",
                           "queue", "context", "device"}) {
    text += std::string(name) + ": 1 references (0), released (0)\n";
  }
  return text;
}

class OpenclEnd : public OpenclProgram {
 protected:
  /// Each run must end with the code and print the sum of its launch, and `printed`.
  void expect_end(const std::string& way, int code, const std::string& printed) const {
    for (const std::string& mode : kModes) {
      const Finished run = on_lanefold(mode, "at_exit '" LANEFOLD_ICD "' " + way);
      EXPECT_EQ(run.code, code) << way << " " << mode << "\n" << run.err;
      EXPECT_EQ(run.out, "sum: 1\n" + printed) << way << " " << mode;
    }
  }
};

TEST_F(OpenclEnd, FindsTheDriverWhole) {
  expect_end("return", 0, ends_of_objects());
  expect_end("released", 0, "device: 1 references (0), released (0)\n");
  expect_end("unload", 0, ends_of_objects());
}

TEST_F(OpenclEnd, RefusesOnlyWhatNeedsTheMachineToRun) {
  expect_end("late", 0,
             "late: Lanefold ivb-eu (0)\nlate transfer: 7\nlate build: compiler 0, -3\n"
             "late launch: -5\nlate user event: 0\n" +
                 ends_of_objects());
}

TEST_F(OpenclEnd, ComesFromCallbacksAndNativeKernels) {
  std::string in_callback = ends_of_objects();
  in_callback.replace(in_callback.find("event: 1"), 8, "event: 2");  // its callback holds it
  expect_end("callback", 3, in_callback);
  expect_end("native", 3, ends_of_objects());
}

TEST_F(OpenclEnd, StopsTheLaunchOfAnotherThread) {
  expect_end("launch", 0, ends_of_objects());
  const Finished run = on_lanefold("", "at_exit '" LANEFOLD_ICD "' launch");
  EXPECT_THAT(run.err, HasSubstr("kernel endless was stopped by the end of the process"));
}

TEST_F(OpenclEnd, OfAChildLeavesTheOutputsToItsParent) {
  const std::string ends = ends_of_objects();
  expect_end("fork", 0, "child: 2\n" + ends + "child: exit code 4\n" + ends);
  const std::string stats = path("stats.json");
  on_lanefold("LANEFOLD_STATS='" + stats + "'", "at_exit '" LANEFOLD_ICD "' fork");
  const std::string record = content_of(stats);
  const std::string launch = "\"kernel\": \"add\"";
  const std::size_t first = record.find(launch);
  ASSERT_NE(first, std::string::npos) << record;
  // In the totals once more.
  EXPECT_EQ(record.find(launch, record.find(launch, first + 1) + 1), std::string::npos) << record;
}

TEST_F(OpenclEnd, OfAChildThatWasForkedDuringALaunchIsNotHeldUp) {
  const Finished run = on_lanefold("", "at_exit '" LANEFOLD_ICD "' fork-in-launch");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("child: -5, -5\n"));
  EXPECT_THAT(run.out, HasSubstr("child: exit code 4\n"));
  EXPECT_THAT(run.err, HasSubstr("forked while another thread used the device"));
}

}  // namespace
}  // namespace lanefold
