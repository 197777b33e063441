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

TEST(KernelUniformity, WhetherASnoopHitBeginsWithTheSnoop) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, __global int* in) {
    int value;
    out[0] = load_snoop(in + get_group_id(0), &value);
    out[1] = value;
  })");
  EXPECT_EQ(k.why_stored(3), (std::vector<std::string>{"snoop"}));
  EXPECT_EQ(k.why_stored(4), (std::vector<std::string>{"snoop"}));
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
  EXPECT_EQ(k.why_stored(8).back(), "private_behind_store");
}

// Registers are all taken where the assembler is, so that what is needed later goes to the stack.
TEST(KernelUniformity, NoArrayReachesWhereRegistersAreKept) {
  const Analysed k(R"(
  #define TAKE __asm__ volatile("" ::: "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", \
    "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", \
    "s8", "s9", "s10", "s11")
  __kernel void k(__global volatile int* out, int n) {
    volatile int array[8];
    const int kept = n * n;
    const int lane = (int)get_local_id(0);
    array[2] = n;
    TAKE;
    array[lane & 3] = 1;
    TAKE;
    out[0] = kept;
    out[1] = array[2];
  })");
  EXPECT_EQ(k.stored(13), "uniform");
  EXPECT_EQ(k.stored(14), "divergent");
  EXPECT_EQ(k.why_stored(14).back(), "private_behind_store");
}

TEST(KernelUniformity, SaysWhyNothingIsKnownOfPrivateMemory) {
  const Analysed k(R"(__attribute__((noinline)) int at_address(volatile int* p, int at) {
    return p[at];
  }
  __kernel void k(__global volatile int* out, int n, int at) {
    volatile int list[4];
    list[1] = n;
    out[0] = list[at & 3];
    volatile int parts;
    parts = n;
    out[1] = *((volatile char*)&parts + 2);
    out[2] = at_address(list, at);
  })");
  EXPECT_EQ(k.why_stored(7).back(), "private_element");
  EXPECT_EQ(k.why_stored(10).back(), "private_narrow");
  EXPECT_EQ(k.why_stored(11).back(), "private_reference");
}

TEST(KernelUniformity, KnowsTheFrameOfARoundedStackPointer) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, int8 n) {
    volatile int8 whole;
    whole = n;
    out[0] = whole.s0;
  })");
  EXPECT_EQ(k.stored(4), "uniform");
}

TEST(KernelUniformity, KnowsBytesAndShortsOfAFrame) {
  const Analysed k(R"(__kernel void k(__global volatile int* out, char n, short m) {
    volatile char byte = n;
    volatile short pair = m;
    volatile short item = (short)get_local_id(0);
    out[0] = byte;
    out[1] = pair;
    out[2] = item;
  })");
  EXPECT_EQ(k.stored(5), "uniform");
  EXPECT_EQ(k.stored(6), "uniform");
  EXPECT_EQ(k.stored(7), "divergent") << "the highest bits are lost";
  EXPECT_EQ(k.why_stored(7).back(), "nonlinear");
}

const char* const kTenArguments = R"(__attribute__((noinline)) void last(
      __global volatile int* out, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    out[0] = i + b + c + d;
    out[1] = j + e + f + g + h;
  }
  __kernel void k(__global volatile int* out, int n) {
    last(out, n, n, n, n, n, n, n, 5 * n, (int)get_local_id(0));
    LAST
  })";

TEST(KernelUniformity, FollowsArgumentsOnTheStack) {
  const std::string source = kTenArguments;
  const std::size_t last = source.find("LAST");
  const Analysed once(std::string(source).replace(last, 4, ""));
  EXPECT_EQ(once.stored(3), "uniform");
  EXPECT_EQ(once.stored(4), "affine 1");
  const Analysed twice(std::string(source).replace(
      last, 4, "last(out, n, n, n, n, n, n, n, (int)get_local_id(0), n);"));
  EXPECT_EQ(twice.stored(3), "affine");
  EXPECT_EQ(twice.stored(4), "affine");
}

TEST(KernelUniformity, PrivateAddressesMayBePassedOnTheStack) {
  const Analysed k(R"(__attribute__((noinline)) void fill(
      __global volatile int* out, int b, int c, int d, int e, int f, int g, int h, int* p) {
    *p = (int)get_local_id(0) + b + c + d + e + f + g + h;
    out[1] = b;
  }
  __kernel void k(__global volatile int* out, int n) {
    int item = n;
    fill(out, n, n, n, n, n, n, n, &item);
    out[0] = item;
  })");
  EXPECT_EQ(k.stored(9), "divergent");
}

TEST(KernelUniformity, TheNumberOfAWarpIsUniform) {
  const char* const source = R"(__kernel void k(__global volatile uint* out) {
    out[0] = get_local_id(0) >> 4;
    out[1] = get_local_id(0) & ~15u;
    out[2] = get_local_id(0) & 15;
    out[3] = get_local_id(0) >> 3;
    out[4] = get_global_id(0) >> 4;
  })";
  const Analysed k(source);
  EXPECT_EQ(k.stored(2), "uniform");
  EXPECT_EQ(k.stored(3), "uniform");
  EXPECT_EQ(k.stored(4), "affine 1");
  EXPECT_EQ(k.stored(5), "divergent");
  EXPECT_EQ(k.stored(6), "divergent") << "the offset of a launch may be any";
  LaunchShape shape = shape_of();
  shape.whole_warps = false;
  const Analysed divided(source, shape);
  EXPECT_EQ(divided.stored(2), "divergent");
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
