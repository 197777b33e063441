// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items wait for one another.
#include "decisions/program/barriers.h"

#include <gtest/gtest.h>

#include "lanefold/compiler.h"
#include "lanefold/memory_map.h"
#include "lanefold/program.h"
#include "tests/support/instruction_sequences.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

const std::uint32_t kBarrier = encode(Opcode::Barrier);
const std::uint32_t kExit = encode(Opcode::Exit);
const std::uint32_t kReturn = encode(Opcode::Jalr, {0, 1});
const std::uint32_t kNothing = encode(Opcode::Addi);

std::uint32_t jump(int offset) { return encode(Opcode::Jal, {0, 0, 0, 0, offset}); }
std::uint32_t call(int offset) { return encode(Opcode::Jal, {1, 0, 0, 0, offset}); }
std::uint32_t branch(int offset) { return encode(Opcode::Beq, {0, 0, 0, 0, offset}); }

bool reaches(const Code& code, unsigned entry = 0) {
  return reaches_barrier(make_program(code)->image(), kCodeBase + 4 * entry);
}

TEST(Barriers, AreReachedInAStraightLineAndOverBranchesAndCalls) {
  EXPECT_TRUE(reaches({kNothing, kBarrier, kExit}));
  EXPECT_TRUE(reaches({branch(8), kExit, kBarrier, kExit}));
  EXPECT_TRUE(reaches({jump(8), kExit, kBarrier, kExit}));
  EXPECT_TRUE(reaches({call(8), kExit, kBarrier, kReturn})) << "in a function";
  EXPECT_TRUE(reaches({call(12), kBarrier, kExit, kReturn})) << "behind a call";
}

TEST(Barriers, OfOtherKernelsAreNotReached) {
  const Code two{kBarrier, kExit, call(8), kExit, kReturn};
  EXPECT_TRUE(reaches(two));
  EXPECT_FALSE(reaches(two, 2));
  EXPECT_FALSE(reaches({kNothing, kExit}));
}

TEST(Barriers, AreFoundThroughTheCallsOfCompiledKernels) {
  const char* const source = R"cl(
    __attribute__((noinline)) void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }
    __attribute__((noinline)) uint twice(uint n) { return 2 * n; }
    __kernel void alone(__global uint* out) { out[get_global_id(0)] = twice(get_global_id(0)); }
    __kernel void together(__global uint* out) { meet(); out[get_global_id(0)] = 1; }
  )cl";
  const auto program = load_program(compile_opencl(source, "two.cl").elf, "two.cl");
  const ProgramImage& image = program->image();
  ASSERT_EQ(image.kernels.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(reaches_barrier(image, image.entries[i]), image.kernels[i].name == "together");
  }
}

TEST(Barriers, OfSubGroupsAndTheirExchangeAreFoundByKernel) {
  const char* const source = R"cl(
    __attribute__((noinline)) int sum(int n) { return sub_group_reduce_add(n); }
    __kernel void none(__global int* out) { barrier(CLK_LOCAL_MEM_FENCE); *out = 1; }
    __kernel void waits(__global int* out) { sub_group_barrier(CLK_LOCAL_MEM_FENCE); *out = 1; }
    __kernel void exchanges(__global int* out) { *out = sum(2); }
  )cl";
  const auto program = load_program(compile_opencl(source, "three.cl").elf, "three.cl");
  const ProgramImage& image = program->image();
  ASSERT_EQ(image.kernels.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string& name = image.kernels[i].name;
    EXPECT_TRUE(reaches_barrier(image, image.entries[i])) << name;
    EXPECT_EQ(reaches_sub_group_barrier(image, image.entries[i]), name != "none") << name;
    EXPECT_EQ(reaches_sub_group_exchange(image, image.entries[i]), name == "exchanges") << name;
    EXPECT_EQ(image.kernels[i].exchanges_in_sub_groups, name == "exchanges") << name;
  }
}

TEST(Barriers, OfTheWholeProgramCountWhereAnIndirectJumpCanLeadAnywhere) {
  const std::uint32_t anywhere = encode(Opcode::Jalr, {0, 5});
  EXPECT_TRUE(reaches({kBarrier, kExit, anywhere}, 2));
  EXPECT_TRUE(reaches({kBarrier, kExit, encode(Opcode::Jalr, {1, 5}), kExit}, 2)) << "a call";
  EXPECT_FALSE(reaches({anywhere})) << "there is none";
}

}  // namespace
}  // namespace lanefold
