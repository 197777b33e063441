// SPDX-License-Identifier: Apache-2.0
// What the user is told when a kernel does not end, waits in vain, or is no code.
#include "tests/execute/kernel_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "decisions/program/program_image.h"
#include "lanefold/compiler.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(KernelErrors, RefuseABarrierThatOnlySomeReach) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) {\n"
      "  if (get_local_id(0) < 3)\n"
      "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = 1;\n"
      "}");
  for (const auto policy : {ReconvergencePolicy::Wto, ReconvergencePolicy::Ipdom}) {
    const auto machine = make_functional_machine(test_machine(16, policy));
    const Error error = error_of([&] { run_job(*machine, *program, job_of()); });
    EXPECT_EQ(error.kind(), ErrorKind::Barrier);
    EXPECT_THAT(error.what(),
                ContainsRegex("kernel k at test.cl:3 .*, work-item \\(3, 0, 0\\): does not reach "
                              "the barrier at which 3 other work-items of its warp wait"));
  }
  const auto turns = make_functional_machine(test_machine(16, ReconvergencePolicy::Yield));
  EXPECT_EQ(run_job(*turns, *program, job_of()), Words(job_of().out_words, 1));
}

TEST(KernelErrors, RefuseBarriersInDifferentBranches) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  uint i = get_global_id(0);\n"
      "  if (i & 1) { out[i] = 2; barrier(CLK_GLOBAL_MEM_FENCE); out[i] = out[i ^ 1]; }\n"
      "  else { out[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); out[i] = out[0] + out[i ^ 1]; }\n"
      "}",
      job_of(), ErrorKind::Barrier, ContainsRegex("test.cl:[34] .*work-item .* barrier"));
}

TEST(KernelErrors, RefuseWarpsThatWaitAtDifferentBarriers) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) {\n"
      "  uint i = get_global_id(0);\n"
      "  if (i < 16) { out[i] = 2; barrier(CLK_GLOBAL_MEM_FENCE); out[i] = out[i ^ 1]; }\n"
      "  else { out[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); out[i] = out[0] + out[i ^ 1]; }\n"
      "}");
  const auto machine = make_functional_machine(test_machine(16));
  const Error error = error_of([&] { run_job(*machine, *program, job_of()); });
  EXPECT_EQ(error.kind(), ErrorKind::Barrier);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("work-item (16, 0, 0)"),
                                  HasSubstr("another warp of its work-group")));
}

TEST(KernelErrors, GiveUpALoopThatNeverEnds) {
  expect_error(
      "__kernel void k(__global volatile uint* out) {\n"
      "  while (out[1] == 0) {}\n"
      "}",
      job_of(), ErrorKind::NoProgress,
      AllOf(HasSubstr("kernel k"), HasSubstr("test.cl:2"), HasSubstr("work-item (0, 0, 0)"),
            HasSubstr("loops for ever")));
}

TEST(KernelErrors, GiveUpAtTheLimitOfInstructions) {
  const auto program = compile_program(
      "__kernel void k(__global volatile uint* out) { for (uint n = 0;; ++n) out[0] = n; }");
  MachineConfig config = test_machine(16);
  config.limits.max_cycles = 50'000;
  const auto machine = make_functional_machine(config);
  const Error error = error_of([&] { run_job(*machine, *program, job_of()); });
  EXPECT_EQ(error.kind(), ErrorKind::NoProgress);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("kernel k"), HasSubstr("50000"), HasSubstr("limits.max_cycles"),
                    HasSubstr("\n  test.cl:1 (pc "), HasSubstr(": work-group (0, 0, 0) warp 0\n")));
  ASSERT_EQ(machine->launches().size(), 1U);
  EXPECT_TRUE(machine->launches()[0].partial);
  EXPECT_EQ(machine->launches()[0].warp_instructions, 50'001U);
}

TEST(KernelErrors, DetectLanesThatSpinOnOneAnother) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global volatile uint* out) {
      uint old = 1;
      while (old != 0)
        __asm__ volatile("amoswap.w %0, %1, (%2)" : "=r"(old) : "r"(1), "r"(out) : "memory");
      out[1] += 1;
      out[0] = 0;
    })cl");
  for (const auto policy : {ReconvergencePolicy::Wto, ReconvergencePolicy::Ipdom}) {
    const auto machine = make_functional_machine(test_machine(16, policy));
    const Error error = error_of([&] { run_job(*machine, *program, job_of()); });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress) << policy;
    EXPECT_THAT(error.what(), HasSubstr("another work-item of the warp waits for it")) << policy;
    EXPECT_THAT(error.what(), HasSubstr("core.reconvergence=yield")) << policy;
  }
  const auto turns = make_functional_machine(test_machine(16, ReconvergencePolicy::Yield));
  EXPECT_EQ(run_job(*turns, *program, job_of())[1], 32U);
  const auto alone = make_functional_machine(test_machine(1));
  EXPECT_EQ(run_job(*alone, *program, job_of())[1], 32U);
}

TEST(KernelErrors, AcceptALongStraightLineThatEndsTheKernel) {
  std::string source = "__kernel void k(__global uint* out) { float x = (float)get_global_id(0);\n";
  for (int i = 0; i < 600; ++i) source += "__asm__ volatile(\"fadd.s %0, %0, %0\" : \"+f\"(x));\n";
  const auto program =
      compile_program(source + "__asm__ volatile(\".insn r 0x0b, 1, 0, x0, x0, x0\"); }");
  MachineConfig config = test_machine(8);
  config.limits.livelock_instructions = 500;
  const auto machine = make_functional_machine(config);
  EXPECT_NO_THROW(run_job(*machine, *program, job_of()));
}

TEST(KernelErrors, RefuseIllegalInstructions) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  if (get_global_id(0) == 5)\n"
      "    __asm__ volatile(\".word 0\");\n"
      "  out[get_global_id(0)] = 1;\n"
      "}",
      job_of(), ErrorKind::IllegalInstruction,
      ContainsRegex("test.cl:3 .*work-item \\(5, 0, 0\\): illegal instruction 0x00000000"));
}

TEST(KernelErrors, RefuseSystemInstructionsAndUnknownCsrs) {
  expect_error("__kernel void k(__global uint* out) { __asm__ volatile(\"ecall\"); }", job_of(),
               ErrorKind::IllegalInstruction, HasSubstr("illegal instruction 0x00000073"));
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  uint v; __asm__ volatile(\"csrr %0, cycle\" : \"=r\"(v)); out[0] = v; }",
      job_of(), ErrorKind::IllegalInstruction, HasSubstr("CSR 0xc00 does not exist"));
  expect_error("__kernel void k(__global uint* out) { __asm__ volatile(\"csrwi 0xcc0, 3\"); }",
               job_of(), ErrorKind::IllegalInstruction, HasSubstr("CSR 0xcc0 is read-only"));
}

TEST(KernelErrors, RefuseJumpsOutOfTheCode) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  __asm__ volatile(\"jr %0\" :: \"r\"(get_global_id(0) == 9 ? 0x666660 : 0x777770));\n"
      "}",
      job_of(), ErrorKind::IllegalInstruction,
      ContainsRegex("test.cl:2 .*work-item \\(0, 0, 0\\): goes on at 0x00777770, which is "
                    "not code"));
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  __asm__ volatile(\"la t0, 1f\\n addi t0, t0, 2\\n jr t0\\n 1: nop\" ::: \"t0\");\n"
      "}",
      job_of(), ErrorKind::IllegalInstruction, HasSubstr("which is not code"));
}

/// A program with calls, loops, all kinds of accesses and barriers.
const char* const kVictim = R"cl(
  __constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  __attribute__((noinline)) uint helper(uint v, float f) {
    uchar bytes[20];
    for (uint n = 0; n < 20; ++n) bytes[n] = (uchar)(v >> (n & 7));
    if (v % 3 == 0) return bytes[v % 20] + (uint)(f / 3.0f);
    return v < 2 ? v : helper(v / 2, f * 1.5f) + bytes[table[v & 7]];
  }
  __kernel void k(__global uint* out, __local uint* shared) {
    uint i = get_global_id(0), l = get_local_id(0), r = 0;
    shared[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 0; n < i % 5; ++n) r += helper(shared[(l + n) % get_local_size(0)], (float)r);
    __asm__ volatile("amoadd.w zero, %0, (%1)" :: "r"(r), "r"(out) : "memory");
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = r;
  })cl";

/// Changes bits of some instructions of the program's code.
std::vector<std::byte> with_flipped_bits(std::vector<std::byte> elf, const ProgramImage& image,
                                         std::mt19937& random) {
  const auto code =
      std::search(elf.begin(), elf.end(), image.bytes.begin(), image.bytes.begin() + 64);
  for (unsigned i = 0; i < 1 + random() % 3; ++i) {
    const auto offset = static_cast<std::ptrdiff_t>(random() % (4 * image.code.size()));
    *(code + offset) ^= static_cast<std::byte>(1U << random() % 8);
  }
  return elf;
}

TEST(KernelErrors, NeverCrashTheMachineForAnyCode) {
  constexpr unsigned kSeed = 17;
  std::mt19937 random(kSeed);
  const std::vector<std::byte> elf = compile_opencl(kVictim, "victim.cl").elf;
  const auto good = load_program(elf, "victim");
  const Job job{"k", range_1d(48, 24), 48, {}, {LocalBytes{24 * 4}}};
  std::map<ErrorKind, unsigned> seen;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    const auto program = load_program(with_flipped_bits(elf, good->image(), random), "victim");
    MachineConfig config =
        test_machine(8, round % 2 == 0 ? ReconvergencePolicy::Wto : ReconvergencePolicy::Ipdom);
    config.memory.bytes = 1U << 20;
    config.limits.max_cycles = 30'000;
    const auto machine = make_functional_machine(config);
    try {
      run_job(*machine, *program, job);
      ++seen[ErrorKind::Verification];  // it ran
    } catch (const Error& error) {
      ++seen[error.kind()];
      EXPECT_THAT(error.what(), HasSubstr("kernel k"));
    }
  }
  EXPECT_EQ(seen.count(ErrorKind::Internal), 0U);
  for (const ErrorKind kind : {ErrorKind::Verification, ErrorKind::Access, ErrorKind::NoProgress,
                               ErrorKind::IllegalInstruction, ErrorKind::Barrier}) {
    EXPECT_GT(seen[kind], 0U) << static_cast<int>(kind);
  }
}

TEST(KernelErrors, SayWhereIpdomCannotFollowTheLanes) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) {\n"
      "  __asm__ volatile(\"la ra, 1f\\n add ra, ra, %0\\n jr ra\\n 1: nop\\n nop\"\n"
      "                   :: \"r\"((get_global_id(0) & 1) * 4) : \"ra\");\n"
      "  out[get_global_id(0)] = 5;\n"
      "}");
  const auto ipdom = make_functional_machine(test_machine(8, ReconvergencePolicy::Ipdom));
  const Error error = error_of([&] { run_job(*ipdom, *program, job_of()); });
  EXPECT_EQ(error.kind(), ErrorKind::Program);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("kernel k at test.cl:2"), HasSubstr("work-item (0, 0, 0)"),
                    HasSubstr("use core.reconvergence=wto")));
  const auto wto = make_functional_machine(test_machine(8, ReconvergencePolicy::Wto));
  EXPECT_EQ(run_job(*wto, *program, job_of()), Words(32, 5));
}

}  // namespace
}  // namespace lanefold
