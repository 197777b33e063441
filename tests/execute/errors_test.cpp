// SPDX-License-Identifier: Apache-2.0
// What the user is told when a kernel or a launch is wrong: the kind of error and one sentence with
// kernel, source line, pc and work-item. The machine stays usable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "lanefold/compiler.h"
#include "program/program_image.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr unsigned kWidths[] = {1, 16, 64};

/// Expects the error of `job`, whose bad kernel is `k`, on several machines; afterwards the kernel
/// `good`, which is appended to the source, must still run on the same machine.
void expect_error(const std::string& source, const Job& job, ErrorKind kind,
                  const ::testing::Matcher<std::string>& sentence) {
  const auto program = compile_program(
      source + "\n__kernel void good(__global uint* out) { out[get_global_id(0)] = 7; }\n");
  for (const std::string& policy : reconvergence_policy_names()) {
    for (const unsigned width : kWidths) {
      SCOPED_TRACE(policy + ", warp width " + std::to_string(width));
      const auto machine = make_functional_machine(test_machine(width, policy));
      const Error error = error_of([&] { run_job(*machine, *program, job); });
      EXPECT_EQ(error.kind(), kind);
      EXPECT_THAT(error.what(), sentence);
      EXPECT_TRUE(machine->launches().empty());
      EXPECT_EQ(run_job(*machine, *program, {"good", range_1d(80, 40), 80, {}, {}}), Words(80, 7));
      EXPECT_EQ(machine->launches().size(), 1U);
    }
  }
}

Job job_of(std::vector<Words> inputs = {}, std::vector<ArgumentValue> others = {}) {
  return {"k", range_1d(32, 32), 32, std::move(inputs), std::move(others)};
}

TEST(KernelErrors, NameWorkItemAndLineOfALoadBehindItsBuffer) {
  expect_error(
      "__kernel void k(__global uint* out, __global const uint* in) {\n"
      "  uint i = get_global_id(0);\n"
      "  out[i] = in[i];\n"
      "}",
      job_of({Words(30)}), ErrorKind::Access,
      ContainsRegex("^kernel k at test.cl:3 \\(pc 0x000[0-9a-f]+\\), work-item "
                    "\\(30, 0, 0\\): load of 4 bytes at 0x1[0-9a-f]+, which is outside of "
                    "every buffer$"));
}

// The output buffer has 128 bytes, and the arguments follow it after a gap.
TEST(KernelErrors, RefuseAStoreIntoTheArguments) {
  expect_error("__kernel void k(__global uint* out) { out[get_global_id(0) + 64] = 1; }", job_of(),
               ErrorKind::Access,
               HasSubstr("work-item (0, 0, 0): store of 4 bytes at 0x10000100, where the kernel's "
                         "arguments lie, outside of every buffer"));
}

TEST(KernelErrors, NameTheWorkItemInThreeDimensions) {
  Job job = job_of();
  job.range.dimensions = 3;
  job.range.global = {4, 4, 2};
  job.range.local = {4, 4, 2};
  job.range.offset = {10, 20, 30};
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  if (get_local_id(0) == 2 && get_local_id(1) == 1 && get_local_id(2) == 1)\n"
      "    out[1 << 28] = 1;\n"
      "}",
      job, ErrorKind::Access,
      ContainsRegex("test.cl:3 .*work-item \\(12, 21, 31\\): store of 4 bytes"));
}

TEST(KernelErrors, RefuseMisalignedAccesses) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  out[0] = *(__global ushort*)((__global char*)out + 4 * get_global_id(0) + 1);\n"
      "}",
      job_of(), ErrorKind::Access,
      AllOf(HasSubstr("work-item (0, 0, 0)"), HasSubstr("load of 2 bytes"),
            HasSubstr("which is misaligned")));
}

TEST(KernelErrors, RefuseNullPointers) {
  const std::string source =
      "__kernel void k(__global uint* out, __global uint* in) {\n"
      "  in[get_global_id(0)] = 1;\n"
      "}";
  expect_error(source, job_of({}, {Buffer{}}), ErrorKind::Access,
               AllOf(HasSubstr("test.cl:2"), HasSubstr("store of 4 bytes at 0x00000000"),
                     HasSubstr("null pointer")));
}

TEST(KernelErrors, RefuseAtomicsOnConstants) {
  expect_error(
      "__constant uint table[2] = {5, 6};\n"
      "__kernel void k(__global uint* out) {\n"
      "  uint old;\n"
      "  __asm__ volatile(\"amoadd.w %0, %1, (%2)\" : \"=r\"(old)\n"
      "                   : \"r\"(1), \"r\"(&table[get_global_id(0) & 1]) : \"memory\");\n"
      "  out[0] = old;\n"
      "}",
      job_of(), ErrorKind::Access,
      AllOf(HasSubstr("atomic access of 4 bytes at 0x0001"), HasSubstr("not writable")));
}

TEST(KernelErrors, RefuseLocalAccessesBehindTheGroupsMemory) {
  expect_error(
      "__kernel void k(__global uint* out, __local uint* l) {\n"
      "  l[get_local_id(0) + 30] = 1;\n"
      "}",
      job_of({}, {LocalBytes{32 * 4}}), ErrorKind::Access,
      AllOf(HasSubstr("work-item (2, 0, 0)"), HasSubstr("work-group's 128 bytes of local")));
}

TEST(KernelErrors, ReportAnOverflowOfTheStack) {
  expect_error(
      "__kernel void k(__global uint* out) {\n"
      "  volatile uint big[5000];\n"
      "  big[get_global_id(0)] = 1;\n"
      "  out[0] = big[out[1]];\n"
      "}",
      job_of(), ErrorKind::Access,
      AllOf(HasSubstr("store of 4 bytes at 0xefff"),
            HasSubstr("16384 bytes of private memory (memory.private_bytes)")));
}

TEST(KernelErrors, ReportEndlessRecursion) {
  expect_error(
      "__attribute__((noinline)) uint f(uint n, __global uint* out) {\n"
      "  if (out[0] == 1) return 3;\n"
      "  volatile uint keep[4]; keep[n & 3] = n;\n"
      "  return f(n + 1, out) + keep[n & 1];\n"
      "}\n"
      "__kernel void k(__global uint* out) { out[1] = f(0, out); }",
      job_of(), ErrorKind::Access, HasSubstr("private memory (memory.private_bytes)"));
}

TEST(KernelErrors, RefuseABarrierThatOnlySomeReach) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) {\n"
      "  if (get_local_id(0) < 3)\n"
      "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = 1;\n"
      "}");
  for (const std::string& policy : reconvergence_policy_names()) {
    const auto machine = make_functional_machine(test_machine(16, policy));
    const Error error = error_of([&] { run_job(*machine, *program, job_of()); });
    EXPECT_EQ(error.kind(), ErrorKind::Barrier);
    EXPECT_THAT(error.what(),
                ContainsRegex("kernel k at test.cl:3 .*, work-item \\(3, 0, 0\\): does not reach "
                              "the barrier at which 3 other work-items of its warp wait"));
  }
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
            HasSubstr("limits.livelock_instructions")));
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
              AllOf(HasSubstr("kernel k"), HasSubstr("50000"), HasSubstr("limits.max_cycles")));
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
  for (const std::string& policy : reconvergence_policy_names()) {
    const auto machine = make_functional_machine(test_machine(16, policy));
    const Error error = error_of([&] { run_job(*machine, *program, job_of()); });
    EXPECT_EQ(error.kind(), ErrorKind::NoProgress) << policy;
    EXPECT_THAT(error.what(), HasSubstr("1 other work-items of the warp wait for it")) << policy;
  }
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

TEST(KernelErrors, NeverCrashTheMachineWhateverTheCode) {
  constexpr unsigned kSeed = 17;
  std::mt19937 random(kSeed);
  const std::vector<std::byte> elf = compile_opencl(kVictim, "victim.cl").elf;
  const auto good = load_program(elf, "victim");
  const Job job{"k", range_1d(48, 24), 48, {}, {LocalBytes{24 * 4}}};
  std::map<ErrorKind, unsigned> seen;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    const auto program = load_program(with_flipped_bits(elf, good->image(), random), "victim");
    MachineConfig config = test_machine(8, round % 2 == 0 ? "wto" : "ipdom");
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
  const auto ipdom = make_functional_machine(test_machine(8, "ipdom"));
  const Error error = error_of([&] { run_job(*ipdom, *program, job_of()); });
  EXPECT_EQ(error.kind(), ErrorKind::Program);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("kernel k at test.cl:2"), HasSubstr("work-item (0, 0, 0)"),
                    HasSubstr("use core.reconvergence=wto")));
  const auto wto = make_functional_machine(test_machine(8, "wto"));
  EXPECT_EQ(run_job(*wto, *program, job_of()), Words(32, 5));
}

const char* const kArguments =
    "__kernel void k(__global float* values, __local uint* scratch, float4 v,\n"
    "                __constant uint* table) { values[0] = v.x + scratch[0] + table[0]; }\n"
    "__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void fixed(__global uint* out) {\n"
    "  out[0] = 1; }\n";

class LaunchErrors : public ::testing::Test {
 protected:
  void expect(const std::string& kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments,
              const ::testing::Matcher<std::string>& sentence) {
    const Error error = error_of([&] { machine_->launch(*program_, kernel, range, arguments); });
    EXPECT_EQ(error.kind(), ErrorKind::Launch);
    EXPECT_THAT(error.what(), sentence);
    EXPECT_TRUE(machine_->launches().empty());
  }
  std::vector<ArgumentValue> arguments() {
    return {buffer_, LocalBytes{64}, argument(std::array<float, 4>{}), buffer_};
  }

  std::shared_ptr<const Program> program_ = compile_program(kArguments);
  std::unique_ptr<Machine> machine_ = make_functional_machine(test_machine(16));
  Buffer buffer_ = machine_->allocate(64);
};

TEST_F(LaunchErrors, NameTheKernelsThereAre) {
  expect("kk", range_1d(1, 1), {}, HasSubstr("test.cl has no kernel 'kk'; it has: k, fixed"));
}

TEST_F(LaunchErrors, SayHowManyArgumentsAKernelTakes) {
  expect("k", range_1d(1, 1), {buffer_}, HasSubstr("kernel k: 1 arguments given; it takes 4"));
}

TEST_F(LaunchErrors, SayWhatEachArgumentMustBe) {
  auto wrong = arguments();
  wrong[0] = argument(1.0F);
  expect("k", range_1d(1, 1), wrong,
         HasSubstr("argument 0 (float* values) takes a buffer, not a value of 4 bytes"));
  wrong = arguments();
  wrong[1] = buffer_;
  expect("k", range_1d(1, 1), wrong,
         HasSubstr("argument 1 (uint* scratch) takes a size of local memory, not a buffer"));
  wrong = arguments();
  wrong[2] = argument(1.0F);
  expect("k", range_1d(1, 1), wrong,
         HasSubstr("argument 2 (float4 v) takes a value of 16 bytes, not a value of 4 bytes"));
  wrong = arguments();
  wrong[3] = LocalBytes{4};
  expect(
      "k", range_1d(1, 1), wrong,
      HasSubstr("argument 3 (uint* table) takes a buffer (constant memory), not a size of local"));
}

TEST_F(LaunchErrors, RefuseBuffersThatHaveBeenReleased) {
  machine_->release(buffer_);
  expect("k", range_1d(1, 1), arguments(),
         HasSubstr("argument 0 (float* values) is a buffer of 64 bytes at 0x10000000 that does not "
                   "exist"));
  auto part = arguments();
  const Buffer whole = machine_->allocate(128);
  part[0] = Buffer{whole.address + 32, 64};
  part[3] = Buffer{whole.address + 64, 64};
  EXPECT_NO_THROW(machine_->launch(*program_, "k", range_1d(1, 1), part));
}

TEST_F(LaunchErrors, RefuseMoreLocalMemoryThanThereIs) {
  auto large = arguments();
  large[1] = LocalBytes{65537};
  expect("k", range_1d(1, 1), large,
         HasSubstr("needs 65537 bytes of local memory; the machine "
                   "has 65536 (local_memory.bytes)"));
  large[1] = LocalBytes{0xffff'ffff};
  expect("k", range_1d(1, 1), large, HasSubstr("needs 4294967295 bytes of local memory"));
}

TEST_F(LaunchErrors, RefuseGroupsThatTheMachineCannotHold) {
  expect("k", range_1d(2048, 2048), arguments(),
         AllOf(HasSubstr("a work-group of 2048x1x1 work-items"), HasSubstr("holds 1024")));
  NDRange huge;
  huge.dimensions = 3;
  huge.local = huge.global = {1U << 22, 1U << 21, 1U << 21};  // 2^64 work-items
  expect("k", huge, arguments(), HasSubstr("a work-group of 4194304x2097152x2097152"));
  huge.local = {1, 1, 1};
  expect("k", huge, arguments(), HasSubstr("the number of work-items does not fit into 64 bits"));
}

TEST_F(LaunchErrors, RefuseRangesThatCannotBe) {
  expect("k", range_1d(10, 4), arguments(),
         HasSubstr("global size 10 in dimension 0 is not a positive multiple of the local size 4"));
  expect("k", range_1d(0, 1), arguments(), HasSubstr("global size 0"));
  expect("k", range_1d(4, 0), arguments(), HasSubstr("local size 0"));
  expect("k", range_1d(4, 4, 0xffff'fffd), arguments(), HasSubstr("do not fit into 32 bits"));
  NDRange range;
  range.dimensions = 4;
  expect("k", range, arguments(), HasSubstr("4 dimensions; 1 to 3 are valid"));
  range.dimensions = 2;
  range.global[2] = 5;
  expect("k", range, arguments(), HasSubstr("dimension 2 is not used"));
}

TEST_F(LaunchErrors, HonourARequiredWorkGroupSize) {
  NDRange range;
  range.dimensions = 2;
  range.global = {16, 4, 1};
  range.local = {4, 4, 1};
  expect("fixed", range, {buffer_}, HasSubstr("its reqd_work_group_size is 8x2x1"));
  range.local = {8, 2, 1};
  EXPECT_NO_THROW(machine_->launch(*program_, "fixed", range, {buffer_}));
}

}  // namespace
}  // namespace lanefold
