// SPDX-License-Identifier: Apache-2.0
// What the analysis says of compiled kernels, by the value that a line stores.
#include "analysis/uniformity/kernel_uniformity.h"

#include <gtest/gtest.h>

#include "lanefold/program.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLanes = 16;

LaunchShape shape_of(std::array<std::uint32_t, 3> local = {64, 1, 1}) {
  LaunchShape shape;
  shape.local = local;
  shape.warp_width = kLanes;
  return shape;
}

/// A kernel `k`, analysed.
class Analysed {
 public:
  explicit Analysed(const std::string& source, const LaunchShape& shape = shape_of())
      : program_(compile_program(source)),
        uniformity_(program_->image(), program_->image().entries.at(0), shape) {}

  /// Index of the only instruction of this kind of line `line`, counted from 1.
  std::uint32_t find(unsigned line, InstructionClass kind) const {
    const ProgramImage& image = program_->image();
    std::uint32_t found = 0;
    unsigned count = 0;
    for (std::uint32_t i = 0; i < image.code.size(); ++i) {
      if (image.code[i].kind != kind || !uniformity_.at(i).reached) continue;
      if (source_line(image, image.code[i].pc) != "test.cl:" + std::to_string(line)) continue;
      found = i;
      ++count;
    }
    EXPECT_EQ(count, 1U) << "in line " << line;
    return found;
  }
  /// Uniformity of the value that the only store of a line stores.
  std::string stored(unsigned line) const {
    return uniformity_.at(find(line, InstructionClass::Store)).sources[1].text();
  }
  std::string branch(unsigned line) const {
    return uniformity_.at(find(line, InstructionClass::Branch)).value.text();
  }
  /// Rules from the only store of a line to where divergence begins.
  std::vector<std::string> why_stored(unsigned line) const {
    std::vector<std::string> rules;
    for (const auto& step : uniformity_.cause(find(line, InstructionClass::Store))) {
      rules.emplace_back(name_of(step.rule));
    }
    return rules;
  }

 private:
  std::shared_ptr<const Program> program_;
  KernelUniformity uniformity_;
};

TEST(KernelUniformity, KnowsArgumentsIdsAndSums) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, int n) {
    out[0] = n;
    out[1] = (int)get_global_id(0);
    out[2] = (int)get_global_id(0) * 12 + n;
    out[3] = (int)get_group_id(0) + (int)get_local_size(0);
    out[4] = n - (int)get_local_id(0);
    out[5] = (int)get_global_id(0) * n;
    out[6] = (int)get_global_id(0) & 3;
  })");
  EXPECT_EQ(k.stored(2), "uniform");
  EXPECT_EQ(k.stored(3), "affine 1");
  EXPECT_EQ(k.stored(4), "affine 12");
  EXPECT_EQ(k.stored(5), "uniform");
  EXPECT_EQ(k.stored(6), "affine -1");
  EXPECT_EQ(k.stored(7), "affine");
  EXPECT_EQ(k.stored(8), "divergent");
  EXPECT_EQ(k.why_stored(8), (std::vector<std::string>{"nonlinear"}));
}

TEST(KernelUniformity, LoadsOfOneAddressAreUniform) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, __global volatile int* in) {
    out[0] = in[7];
    out[1] = in[get_local_id(0)];
    out[2] = atomic_inc(&in[9]);
    out[3] = in[get_group_id(0)];
  })");
  EXPECT_EQ(k.stored(2), "uniform");
  EXPECT_EQ(k.stored(3), "divergent");
  EXPECT_EQ(k.why_stored(3), (std::vector<std::string>{"load"}));
  EXPECT_EQ(k.stored(4), "divergent");
  EXPECT_EQ(k.why_stored(4), (std::vector<std::string>{"atomic"}));
  EXPECT_EQ(k.stored(5), "uniform");
}

TEST(KernelUniformity, ValuesOfDifferentWaysMeetDivergent) {
  const char* const source = R"(__kernel void k(__global volatile int* out, int n, int limit) {
    int a = n;
    if ((int)get_local_id(0) < limit) { out[0] = 1; a = 5; } else { out[1] = 2; }
    int b = n;
    if (n < limit) { out[2] = 1; b = 5; } else { out[3] = 2; }
    out[4] = a;
    out[5] = b;
    out[6] = limit;
  })";
  const Analysed k(source);
  EXPECT_EQ(k.branch(3), "affine");
  EXPECT_EQ(k.stored(6), "divergent");
  EXPECT_EQ(k.why_stored(6), (std::vector<std::string>{"join", "branch"}));
  EXPECT_EQ(k.stored(7), "uniform");
  EXPECT_EQ(k.stored(8), "uniform") << "the same on both ways";
}

TEST(KernelUniformity, ACounterIsUniformInTheLoopThatLanesLeaveAndDivergentBehindIt) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, __global volatile int* in) {
    int i = 0;
    while (in[get_local_id(0)] != i) {
      out[0] = i;
      i += 3;
    }
    out[1] = i;
  })");
  EXPECT_EQ(k.stored(4), "uniform");
  EXPECT_EQ(k.stored(7), "divergent");
  EXPECT_EQ(k.why_stored(7), (std::vector<std::string>{"loop_exit", "branch", "load"}));
}

TEST(KernelUniformity, FollowsCallsAndSavedRegisters) {
  const Analysed k(R"(__attribute__((noinline)) int twice(__global volatile int* out, int a) {
    out[9] = a;
    return 2 * a;
  }
  __kernel void k(__global volatile int* out, int n) {
    int first = twice(out, n);
    int second = twice(out, first);
    out[0] = second;
    out[1] = n;
  })");
  EXPECT_EQ(k.stored(2), "uniform");
  EXPECT_EQ(k.stored(8), "uniform");
  EXPECT_EQ(k.stored(9), "uniform") << "saved and restored around the calls";
}

TEST(KernelUniformity, AFunctionJoinsTheArgumentsOfAllCalls) {
  const Analysed k(R"(__attribute__((noinline)) int twice(__global volatile int* out, int a) {
    out[9] = a;
    return 2 * a;
  }
  __kernel void k(__global volatile int* out, int n) {
    out[0] = twice(out, n);
    out[1] = twice(out, n & (int)get_local_id(0));
  })");
  EXPECT_EQ(k.stored(2), "divergent");
  EXPECT_EQ(k.why_stored(2), (std::vector<std::string>{"call", "nonlinear"}));
}

TEST(KernelUniformity, PrivateArraysAreKnownOnlyAtPlacesThatNothingElseReaches) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, int n, int at) {
    volatile int whole[4];
    whole[1] = n;
    out[0] = whole[1];
    volatile int part[4];
    part[2] = n;
    part[at & 3] = (int)get_local_id(0);
    out[1] = part[2];
  })");
  // One wild store, and no slot is known behind it; before it, all are.
  EXPECT_EQ(k.stored(4), "uniform");
  EXPECT_EQ(k.stored(8), "divergent");
  EXPECT_EQ(k.why_stored(8).back(), "private");
}

TEST(KernelUniformity, TheShapeDecidesAboutIds) {
  const char* const source = R"(__kernel void k(__global volatile int* out) {
    out[0] = (int)get_local_id(0);
    out[1] = (int)get_local_id(1);
    out[2] = (int)get_global_id(2);
  })";
  const auto expect = [&](std::array<std::uint32_t, 3> local, const char* x, const char* y,
                          const char* z) {
    const Analysed k(source, shape_of(local));
    EXPECT_EQ(k.stored(2), x);
    EXPECT_EQ(k.stored(3), y);
    EXPECT_EQ(k.stored(4), z);
  };
  expect({64, 1, 1}, "affine 1", "uniform", "uniform");
  expect({16, 4, 1}, "affine 1", "uniform", "uniform");
  expect({24, 2, 1}, "divergent", "divergent", "uniform");
  expect({8, 8, 1}, "divergent", "divergent", "uniform");
  expect({8, 2, 4}, "divergent", "divergent", "uniform");
  expect({1, 16, 2}, "uniform", "affine 1", "uniform");
  expect({1, 1, 8}, "uniform", "uniform", "affine 1");
  expect({1, 1, 1}, "uniform", "uniform", "uniform");
}

TEST(KernelUniformity, WarpsThatAreDividedBeginAnywhere) {
  LaunchShape shape = shape_of({16, 4, 1});
  shape.whole_warps = false;
  const Analysed k(R"(__kernel void k(__global volatile int* out) {
    out[0] = (int)get_local_id(0);
    out[1] = (int)get_local_id(1);
  })",
                   shape);
  EXPECT_EQ(k.stored(2), "divergent");
  EXPECT_EQ(k.stored(3), "divergent");
}

TEST(KernelUniformity, LanesOutOfStepMeetInDifferentIterations) {
  const char* const source = R"(__kernel void k(__global volatile int* out, int n) {
    out[1] = n;
    for (int i = 0; i < n; ++i) out[2] = i;
  })";
  LaunchShape shape = shape_of();
  EXPECT_EQ(Analysed(source, shape).stored(3), "uniform");
  shape.in_step = false;
  const Analysed k(source, shape);
  EXPECT_EQ(k.stored(2), "uniform");
  EXPECT_EQ(k.stored(3), "divergent");
  EXPECT_EQ(k.why_stored(3), (std::vector<std::string>{"out_of_step"}));
}

TEST(KernelUniformity, GivesUpWhereAJumpMayLeadAnywhere) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, int n) {
    out[0] = n;
    __asm__ volatile("jr %0" : : "r"(n));
  })");
  EXPECT_EQ(k.stored(2), "divergent");
  EXPECT_EQ(k.why_stored(2), (std::vector<std::string>{"unknown"}));
}

}  // namespace
}  // namespace lanefold
