// SPDX-License-Identifier: Apache-2.0
// Sub-group functions on functional machines of every warp width: exact results, also in groups
// whose last sub-group is not full.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kItems = 90;  // of two groups
constexpr std::uint32_t kGroup = 45;

template <class T>
Words words_of(const std::vector<T>& values) {
  Words words(values.size() * sizeof(T) / sizeof(std::uint32_t));
  std::memcpy(words.data(), values.data(), values.size() * sizeof(T));
  return words;
}

/// Small integers, so that sums of floats are exact, too, of both signs where the type has them.
template <class T>
std::vector<T> inputs() {
  std::vector<T> values;
  for (std::uint32_t i = 0; i < kItems; ++i) {
    const auto number = static_cast<int>(i * 2654435761U >> 24U) - (std::is_signed_v<T> ? 128 : 0);
    values.push_back(static_cast<T>(number));
  }
  return values;
}

/// Rows of results, one for each function, in the order of the kernel below.
template <class T>
std::vector<T> expected(const std::vector<T>& x, unsigned width) {
  using Limits = std::numeric_limits<T>;
  const T most = Limits::has_infinity ? Limits::infinity() : Limits::max();
  const T least = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  std::vector<T> rows(10 * x.size());
  for (std::size_t group = 0; group < x.size(); group += kGroup) {
    for (std::size_t first = 0; first < kGroup; first += width) {
      const std::size_t begin = group + first;
      const std::size_t end = std::min(begin + width, group + kGroup);
      T before[3] = {T{0}, most, least};
      for (std::size_t i = begin; i < end; ++i) {
        const T after[3] = {static_cast<T>(before[0] + x[i]), std::min(before[1], x[i]),
                            std::max(before[2], x[i])};
        for (std::size_t f = 0; f < 3; ++f) {
          rows[(1 + f) * x.size() + i] = after[f];
          rows[(4 + f) * x.size() + i] = before[f];
          before[f] = after[f];
        }
      }
      for (std::size_t i = begin; i < end; ++i) {
        rows[i] = x[end - 1];
        for (std::size_t f = 0; f < 3; ++f) rows[(7 + f) * x.size() + i] = before[f];
      }
    }
  }
  return rows;
}

std::string kernel_of(const std::string& type) {
  std::string body = "out[i] = sub_group_broadcast(x[i], get_sub_group_size() - 1);\n";
  unsigned row = 1;
  for (const char* kind : {"scan_inclusive", "scan_exclusive", "reduce"}) {
    for (const char* operation : {"add", "min", "max"}) {
      body += fmt::format("  out[{} * n + i] = sub_group_{}_{}(x[i]);\n", row++, kind, operation);
    }
  }
  return fmt::format(
      "kernel void k(global {0}* out, global const {0}* x) {{\n"
      "  const size_t i = get_global_id(0), n = get_global_size(0);\n  {1}}}\n",
      type, body);
}

template <class T>
class SubGroupValues : public ::testing::Test {};

struct NameOfType {
  template <class T>
  static std::string GetName(int) {
    if (std::is_floating_point_v<T>) return sizeof(T) == 4 ? "float" : "double";
    return std::string(std::is_signed_v<T> ? "" : "u") + (sizeof(T) == 4 ? "int" : "long");
  }
};
using Types =
    ::testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(SubGroupValues, Types, NameOfType);

TYPED_TEST(SubGroupValues, AreThoseOfPlainLoops) {
  const std::vector<TypeParam> x = inputs<TypeParam>();
  const auto program = compile_program(kernel_of(NameOfType::GetName<TypeParam>(0)));
  for (const unsigned width : kWarpWidths) {
    SCOPED_TRACE(width);
    const auto machine = make_functional_machine(test_machine(width));
    const Words rows = words_of(expected(x, width));
    EXPECT_EQ(run_job(*machine, *program,
                      {"k", range_1d(kItems, kGroup), rows.size(), {words_of(x)}, {}}),
              rows);
  }
}

TEST(SubGroups, NumberTheirWorkItemsInTheLinearOrderOfTheGroup) {
  const auto program = compile_program(R"cl(
    kernel void k(global uint* out) {
      const uint linear = get_local_id(0) + 5 * (get_local_id(1) + 3 * get_local_id(2));
      global uint* own = out + 6 * (30 * get_group_id(0) + linear);
      own[0] = get_sub_group_id();
      own[1] = get_sub_group_local_id();
      own[2] = get_sub_group_size();
      own[3] = get_max_sub_group_size();
      own[4] = get_num_sub_groups();
      own[5] = get_enqueued_num_sub_groups();
    })cl");
  NDRange box;
  box.dimensions = 3;
  box.global = {10, 3, 2};
  box.local = {5, 3, 2};
  for (const unsigned width : kWarpWidths) {
    SCOPED_TRACE(width);
    Words expected;
    for (std::uint32_t item = 0; item < 60; ++item) {
      const std::uint32_t linear = item % 30;
      const std::uint32_t count = (30 + width - 1) / width;
      const std::uint32_t id = linear / width;
      const Words own = {id,    linear % width, id + 1 < count ? width : 30 - id * width,
                         width, count,          count};
      expected.insert(expected.end(), own.begin(), own.end());
    }
    const auto machine = make_functional_machine(test_machine(width));
    EXPECT_EQ(run_job(*machine, *program, {"k", box, expected.size(), {}, {}}), expected);
  }
}

TEST(SubGroups, VoteOnWhatIsNotZero) {
  const auto program = compile_program(R"cl(
    kernel void k(global uint* out, global const int* x) {
      const size_t i = get_global_id(0);
      out[i] = sub_group_all(x[i]) + 2 * sub_group_any(x[i]);
    })cl");
  // Four sub-groups of 16: all, some, none, and the last with two work-items.
  Words x(50, 0);
  std::fill_n(x.begin(), 16, 0x80000000U);
  x[20] = 4;
  x[48] = x[49] = 1;
  Words expected(50, 0);
  std::fill_n(expected.begin(), 16, 3);
  std::fill_n(expected.begin() + 16, 16, 2);
  expected[48] = expected[49] = 3;
  const auto machine = make_functional_machine(test_machine(16));
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(50, 50), 50, {x}, {}}), expected);
}

TEST(SubGroups, KeepLocalMemoryOfTheKernelAndItsArguments) {
  const auto program = compile_program(R"cl(
    kernel void k(global uint* out, local uint* given) {
      local uint own[64];
      const size_t l = get_local_id(0);
      own[l] = 1000 + l;
      given[l] = 2000 + l;
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint sum = sub_group_reduce_add((uint)l);
      sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = own[63 - l] + given[63 - l] + sum;
    })cl");
  Words expected(64);
  for (std::uint32_t i = 0; i < 64; ++i) expected[i] = 3000 + 2 * (63 - i) + i / 16 * 256 + 120;
  const auto machine = make_functional_machine(test_machine(16));
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(64, 64), 64, {}, {LocalBytes{256}}}),
            expected);
}

TEST(SubGroups, AreTheOnlyOnesThatWaitAtTheirBarriers) {
  const auto program = compile_program(R"cl(
    kernel void k(global uint* out) {
      uint sum = 0;
      for (uint n = 0; n <= get_sub_group_id(); ++n) sum += sub_group_reduce_add(1u);
      if (get_sub_group_id() == 1) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = sum;
    })cl");
  Words expected(40);
  for (std::uint32_t i = 0; i < 40; ++i) expected[i] = i < 32 ? (i / 16 + 1) * 16 : 3 * 8;
  const auto machine = make_functional_machine(test_machine(16));
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(40, 40), 40, {}, {}}), expected);
}

}  // namespace
}  // namespace lanefold
