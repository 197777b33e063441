// SPDX-License-Identifier: Apache-2.0
// What Intel's compiler makes of parts of OpenCL C that no workload uses, with and without time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/find_on_path.h"

namespace lanefold {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CompiledCode : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_on_path("ocloc")) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  }

  static std::shared_ptr<const Program> compile(const std::string& source,
                                                Gen8Width width = Gen8Width::Compiler,
                                                const std::vector<std::string>& options = {}) {
    CompileOptions user;
    user.user_options = options;
    return load_gen8_program(compile_gen8(source, "code.cl", user, {width, false}).elf, "code.cl");
  }

  /// What is in memory after a launch, and what was counted.
  template <class T>
  struct Result {
    std::vector<T> values;
    LaunchStatistics counted;
  };

  /// Launches kernel `k` of the program on `values`, for `items` work-items in groups of 32.
  template <class T>
  static Result<T> run(const Program& program, std::vector<T> values, unsigned items, bool timed) {
    MachineConfig config = load_machine("ivb-eu");
    config.core.isa = InstructionSet::Gen8;
    const auto machine = timed ? make_timed_machine(config) : make_functional_machine(config);
    const std::size_t bytes = values.size() * sizeof(T);
    const Buffer buffer = machine->allocate(bytes);
    machine->write(buffer, 0, values.data(), bytes);
    NDRange range;
    range.dimensions = 1;
    range.global = {items, 1, 1};
    range.local = {32, 1, 1};
    machine->launch(program, "k", range, {buffer});
    machine->read(buffer, 0, values.data(), bytes);
    return {values, machine->launches().front()};
  }
};

TEST_F(CompiledCode, ChangesWordsOf64BitsAtomically) {
  const auto program = compile(R"cl(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
    kernel void k(global long* p) {
      long i = get_global_id(0);
      atom_add(p, 0x100000001 * i);
      atom_sub(p + 1, i << 32);
      atom_inc(p + 2);
      atom_dec(p + 3);
      atom_min(p + 4, -(i << 40));
      atom_max((global ulong*)p + 5, (ulong)(i << 40));
      atom_and(p + 6, ~(1L << (i & 63)));
      atom_or(p + 7, 1L << (i & 63));
      atom_xor(p + 8, 3L << (i & 31));
      atom_cmpxchg(p + 9, i, i + 1);
      atom_xchg(p + 10 + i, i << 33);
    })cl");
  std::vector<std::int64_t> expected(74);
  std::int64_t parity = 0;
  for (std::int64_t i = 0; i < 64; ++i) {
    expected[0] += 0x100000001 * i;
    expected[1] -= i * (std::int64_t{1} << 32);
    parity ^= std::int64_t{3} << (i & 31);
    expected[10 + i] = i * (std::int64_t{1} << 33);
  }
  expected[2] = 64;
  expected[3] = -64;
  expected[4] = -(std::int64_t{63} << 40);
  expected[5] = std::int64_t{63} << 40;
  expected[7] = -1;
  expected[8] = parity;
  std::vector<std::int64_t> values(74);
  values[6] = -1;
  for (const bool timed : {false, true}) {
    const auto result = run(*program, values, 64, timed).values;
    // The swaps are a chain that begins with work-item 0 and goes as far as the order lets it.
    EXPECT_GT(result[9], 0);
    expected[9] = result[9];
    EXPECT_EQ(result, expected) << timed;
  }
}

int sum_before_seven(const std::vector<std::int32_t>& p, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (p[i] == 7) return sum;
    if ((p[i] & 1) == 0) sum += p[i];
  }
  return -sum;
}

int twice_removed(const std::vector<std::int32_t>& p, int count) {
  return count > 5 ? sum_before_seven(p, count - 1) + 1 : sum_before_seven(p, count) * 3;
}

TEST_F(CompiledCode, CallsSubroutines) {
  const std::string source = R"cl(
    __attribute__((noinline)) int sum_before_seven(global int* p, int count) {
      int sum = 0;
      for (int i = 0; i < count; ++i) {
        if (p[i] == 7) return sum;
        if (p[i] & 1) continue;
        sum += p[i];
      }
      return -sum;
    }
    __attribute__((noinline)) int twice_removed(global int* p, int count) {
      if (count > 5) return sum_before_seven(p, count - 1) + 1;
      return sum_before_seven(p, count) * 3;
    }
    kernel void k(global int* p) {
      int i = get_global_id(0);
      int count = i & 15;
      if (count == 9) return;
      p[64 + i] = count > 2 ? twice_removed(p, count) : sum_before_seven(p, 3);
      if (p[64 + i] > 10) return;
      p[64 + i] += twice_removed(p, i / 4);
    })cl";
  std::vector<std::int32_t> values(128);
  for (int i = 0; i < 64; ++i) values[i] = i * 29 % 23;
  std::vector<std::int32_t> expected = values;
  for (int i = 0; i < 64; ++i) {
    const int count = i & 15;
    if (count == 9) continue;
    int& place = expected[64 + i];
    place = count > 2 ? twice_removed(values, count) : sum_before_seven(values, 3);
    if (place <= 10) place += twice_removed(values, i / 4);
  }
  for (const Gen8Width width : {Gen8Width::Simd8, Gen8Width::Simd16, Gen8Width::Compiler}) {
    const auto program = compile(source, width);
    const auto functional = run(*program, values, 64, false);
    const auto timed = run(*program, values, 64, true);
    EXPECT_EQ(functional.values, expected) << static_cast<int>(width);
    EXPECT_EQ(timed.values, expected) << static_cast<int>(width);
    EXPECT_EQ(timed.counted.warp_instructions, functional.counted.warp_instructions);
    EXPECT_EQ(timed.counted.branches, functional.counted.branches);
    EXPECT_EQ(timed.counted.divergent_branches, functional.counted.divergent_branches);
    EXPECT_EQ(timed.counted.most_splits, functional.counted.most_splits);
    EXPECT_EQ(timed.counted.active_lanes, functional.counted.active_lanes);
  }
}

TEST_F(CompiledCode, HasPowersByTheMathUnit) {
  const auto program = compile(R"cl(
    kernel void k(global float* p) {
      int i = get_global_id(0);
      float base = p[i], exponent = p[i + 64];
      p[i + 128] = half_powr(base, exponent);
      p[i + 192] = native_powr(base, exponent);
      p[i + 256] = pow(-base, p[i + 320]);
    })cl",
                               Gen8Width::Compiler, {"-cl-fast-relaxed-math"});
  std::vector<float> values(384);
  for (unsigned i = 0; i < 64; ++i) {
    values[i] = 0.25F + static_cast<float>(i) * 0.37F;
    values[64 + i] = static_cast<float>(i % 11) - 4.75F;
    values[320 + i] = static_cast<float>(i % 7) - 3;
  }
  const std::vector<float> result = run(*program, values, 64, false).values;
  EXPECT_EQ(run(*program, values, 64, true).values, result);
  // Of powr, 16 units in the last place are allowed, and 8192 of half_powr.
  constexpr double kAllowed = 16 * 0x1p-23;
  for (unsigned i = 0; i < 64; ++i) {
    const double power = std::pow(double{values[i]}, double{values[64 + i]});
    EXPECT_NEAR(result[128 + i], power, power * kAllowed) << i;
    EXPECT_NEAR(result[192 + i], power, power * kAllowed) << i;
    const double whole = std::pow(-double{values[i]}, static_cast<int>(i % 7) - 3);
    EXPECT_NEAR(result[256 + i], whole, std::fabs(whole) * kAllowed) << i;
  }
}

TEST_F(CompiledCode, FindsDataByPointersInData) {
  const auto program = compile(R"cl(
    constant int a[3] = {1, 2, 3}, b[3] = {10, 20, 30};
    constant int* constant pointers[3] = {a, b + 2, a + 1};
    constant char* constant texts[2] = {"alpha" + 2, "beta" + 1};
    kernel void k(global int* p) {
      int i = get_global_id(0);
      p[i] = 1000 * pointers[p[i]][0] + texts[i & 1][0];
    })cl");
  std::vector<std::int32_t> places(32);
  std::vector<std::int32_t> expected(32);
  for (int i = 0; i < 32; ++i) {
    constexpr int kPointed[] = {1, 30, 2};
    places[i] = i % 3;
    expected[i] = 1000 * kPointed[i % 3] + (i % 2 == 0 ? 'p' : 'e');
  }
  for (const bool timed : {false, true}) {
    EXPECT_EQ(run(*program, places, 32, timed).values, expected) << timed;
  }
}

/// What ends a launch of kernel `k` for eight work-items on a buffer of zeros.
std::string end_of(const Program& program, bool timed) {
  MachineConfig config = load_machine("ivb-eu");
  config.core.isa = InstructionSet::Gen8;
  config.limits.livelock_instructions = 4'000;
  const auto machine = timed ? make_timed_machine(config) : make_functional_machine(config);
  NDRange range;
  range.dimensions = 1;
  range.global = range.local = {8, 1, 1};
  try {
    machine->launch(program, "k", range, {machine->allocate(128)});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST_F(CompiledCode, EndsWhereItWaitsForWhatNobodyDoes) {
  for (const char* body : {"while (atomic_or(p, 0) == 0);", "while (atomic_cmpxchg(p, 5, 6) == 0);",
                           "if (p[0] == 0) for (;;);"}) {
    const auto program = compile(std::string("kernel void k(global int* p) { ") + body + " }");
    for (const bool timed : {false, true}) {
      EXPECT_THAT(end_of(*program, timed),
                  AllOf(HasSubstr("kernel k "), HasSubstr("work-item ("), HasSubstr("loops")))
          << body << timed;
    }
  }
}

TEST_F(CompiledCode, WarnsOfAccessesBehindTheEndOfABuffer) {
  const auto program = compile(R"cl(
    kernel void k(global int* p, global int* q) {
      int i = get_global_id(0);
      q[i] = p[i + 4] + 1;
    })cl",
                               Gen8Width::Simd8);
  for (const bool timed : {false, true}) {
    MachineConfig config = load_machine("ivb-eu");
    config.core.isa = InstructionSet::Gen8;
    const auto machine = timed ? make_timed_machine(config) : make_functional_machine(config);
    std::vector<std::string> warnings;
    machine->on_warning([&](const std::string& sentence) { warnings.push_back(sentence); });
    const Buffer in = machine->allocate(64);
    const Buffer out = machine->allocate(32);
    NDRange range;
    range.dimensions = 1;
    range.global = range.local = {16, 1, 1};
    machine->launch(*program, "k", range, {in, out});
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_THAT(warnings[0],
                AllOf(HasSubstr("kernel k at pc "),
                      HasSubstr("work-item (12, 0, 0): "
                                "load of 4 bytes at offset 64 of a buffer of 64 bytes; the "
                                "hardware reads zero there")));
    EXPECT_THAT(warnings[1], HasSubstr("work-item (8, 0, 0): store of 4 bytes at offset 32 of a "
                                       "buffer of 32 bytes; the hardware writes nothing there"));
  }
}

TEST_F(CompiledCode, LeavesOutKernelsThatItCannotRun) {
  const auto program = compile(R"cl(
    kernel void k(global int* p) { p[get_global_id(0)] = 5; }
    kernel void picture(read_only image2d_t i, global int* p) { p[0] = get_image_width(i); }
    )cl");
  ASSERT_EQ(program->kernels().size(), 1U);
  EXPECT_EQ(program->kernels()[0].name, "k");
  ASSERT_EQ(program->warnings().size(), 1U);
  EXPECT_THAT(program->warnings()[0],
              AllOf(HasSubstr("left out: code.cl: kernel 'picture'"), HasSubstr("image")));
  EXPECT_EQ(run(*program, std::vector<std::int32_t>(32), 32, false).values,
            std::vector<std::int32_t>(32, 5));
}

TEST_F(CompiledCode, SaysWhoReachedBeyondTheRegisters) {
  const auto program = compile(R"cl(
    kernel void k(global int* p) {
      int few[8];
      for (int i = 0; i < 8; ++i) few[i] = i * p[i];
      p[get_global_id(0)] = few[p[get_global_id(0)] + 5000];
    })cl");
  for (const bool timed : {false, true}) {
    EXPECT_THAT(end_of(*program, timed),
                AllOf(HasSubstr("kernel k, work-group (0, 0, 0), thread 0: Gen8 instruction at "),
                      HasSubstr("expected an address within the general registers")));
  }
}

}  // namespace
}  // namespace lanefold
