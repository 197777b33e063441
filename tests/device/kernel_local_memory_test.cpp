// SPDX-License-Identifier: Apache-2.0
// The __local variables of a program's other kernels take no local memory and no time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t kKilobyte = 1024;

/// 24 KB each: a machine of 64 KB holds two groups of each, but not the variables of three.
std::string large_kernel(const std::string& name, const std::string& factor) {
  return "kernel void " + name + "(global uint* out) {\n  local uint tile[6144];\n" +
         "  const uint i = get_local_id(0);\n  tile[i * 300] = i * " + factor + ";\n" +
         "  barrier(CLK_LOCAL_MEM_FENCE);\n  out[get_global_id(0)] = tile[(15 - i) * 300];\n}\n";
}

/// Long enough that it matters how many groups run at once.
const std::string kPlain =
    "kernel void plain(global uint* out) {\n  uint sum = 0;\n"
    "  for (uint i = 0; i < 50; ++i) sum += out[(get_global_id(0) * 97 + i * 131) % 512];\n"
    "  if (sum == 1) out[0] = 5;\n}\n";
const std::string kThree =
    large_kernel("twos", "2") + large_kernel("threes", "3") + large_kernel("fives", "5");

Words reversed_multiples(std::uint32_t factor, std::uint32_t groups) {
  Words words;
  for (std::uint32_t group = 0; group < groups; ++group) {
    for (std::uint32_t i = 0; i < 16; ++i) words.push_back((15 - i) * factor);
  }
  return words;
}

std::uint64_t cycles_of(const std::string& source, const std::string& kernel) {
  const auto machine = make_timed_machine(test_machine(8));
  run_job(*machine, *compile_program(source), {kernel, range_1d(512, 16), 512, {}, {}});
  return machine->launches().back().cycles;
}

TEST(KernelLocalMemory, IsEachKernelsOwn) {
  const auto program = compile_program(kThree + kPlain);
  EXPECT_EQ(program->kernel("twos").local_bytes, 24 * kKilobyte);
  EXPECT_EQ(program->kernel("threes").local_bytes, 24 * kKilobyte);
  EXPECT_EQ(program->kernel("fives").local_bytes, 24 * kKilobyte);
  EXPECT_EQ(program->kernel("plain").local_bytes, 0U);
  const auto machine = make_functional_machine(test_machine(8));
  const auto result = [&](const char* kernel) {
    return run_job(*machine, *program, {kernel, range_1d(64, 16), 64, {}, {}});
  };
  EXPECT_EQ(result("twos"), reversed_multiples(2, 4));
  EXPECT_EQ(result("threes"), reversed_multiples(3, 4));
  EXPECT_EQ(result("fives"), reversed_multiples(5, 4));
}

TEST(KernelLocalMemory, OfOtherKernelsTakesNoTime) {
  EXPECT_EQ(cycles_of(kPlain + kThree, "plain"), cycles_of(kPlain, "plain"));
  EXPECT_EQ(cycles_of(large_kernel("twos", "2") + large_kernel("threes", "3"), "twos"),
            cycles_of(large_kernel("twos", "2"), "twos"));
}

TEST(KernelLocalMemory, HasTheVariablesOfCalledKernels) {
  const auto program = compile_program(
      "kernel void callee(global uint* out) {\n  local uint tile[16];\n"
      "  tile[get_local_id(0)] = get_local_id(0);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] += tile[15 - get_local_id(0)];\n}\n"
      "kernel void other(global uint* out) {\n  local uint tile[1000];\n"
      "  tile[get_local_id(0)] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[0] = tile[15 - get_local_id(0)];\n}\n"
      "kernel void caller(global uint* out) {\n  local uint mine[8];\n"
      "  if (get_local_id(0) < 8) mine[get_local_id(0)] = 100;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = mine[get_local_id(0) % 8];\n  callee(out);\n}\n");
  EXPECT_EQ(program->kernel("callee").local_bytes, 64U);
  EXPECT_EQ(program->kernel("other").local_bytes, 4000U);
  EXPECT_EQ(program->kernel("caller").local_bytes, 96U);
  Words expected;
  for (std::uint32_t i = 0; i < 16; ++i) expected.push_back(100 + 15 - i);
  const auto machine = make_functional_machine(test_machine(8));
  EXPECT_EQ(run_job(*machine, *program, {"caller", range_1d(16, 16), 16, {}, {}}), expected);
}

TEST(KernelLocalMemory, HasEachVariableThatAKernelChoosesFrom) {
  const auto program = compile_program(
      "kernel void choose(global uint* out) {\n"
      "  local uint a[16];\n  local uint b[16];\n  local uint c[16];\n  local uint d[16];\n"
      "  local uint e[16];\n  const uint i = get_global_id(0);\n  local uint* p;\n"
      "  switch (out[i] & 7) {\n    case 0: p = a; break;\n    case 1: p = c; break;\n"
      "    case 2: p = b; break;\n    case 3: p = e; break;\n    default: p = d;\n  }\n"
      "  p[i] = i * 3;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[i] = p[i];\n}\n"
      "kernel void other(global uint* out) {\n  local uint tile[16];\n"
      "  tile[out[0]] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[0] = tile[out[1]];\n}\n");
  EXPECT_EQ(program->kernel("choose").local_bytes, 320U);
  EXPECT_EQ(program->kernel("other").local_bytes, 64U);
}

TEST(KernelLocalMemory, IsRefusedByTheKernelThatHasTooMuch) {
  const auto program = compile_program(
      "kernel void small(global uint* out) { out[0] = 7; }\n"
      "kernel void large(global uint* out) {\n  local uint tile[20000];\n"
      "  tile[out[0]] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[0] = tile[out[1]];\n}\n");
  MachineConfig config = test_machine(8);
  config.local_memory.bytes = 64 * kKilobyte;
  const auto machine = make_functional_machine(config);
  EXPECT_EQ(run_job(*machine, *program, {"small", range_1d(1, 1), 1, {}, {}}), Words{7});
  const Error error = error_of([&] {
    run_job(*machine, *program, {"large", range_1d(1, 1), 2, {}, {}});
  });
  EXPECT_THAT(error.what(), HasSubstr("kernel large: needs 80000 bytes of local memory"));
}

}  // namespace
}  // namespace lanefold
