// SPDX-License-Identifier: Apache-2.0
// Atomic built-ins on the functional machine: exact results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>

#include "tests/support/builtin_runner.h"

namespace lanefold {
namespace {

TEST(BuiltinValues, OfAtomicsCountEveryWorkItem) {
  BuiltinRunner runner(
      "kernel void k(global uint* out, global uint* cells, global float* f) {\n"
      "  uint i = get_global_id(0); local uint group;\n"
      "  if (get_local_id(0) == 0) group = 0;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  atomic_add(&cells[0], i); atomic_max(&cells[1], i * 7 % 256); atomic_inc(&group);\n"
      "  atomic_xor(&cells[2], i); atom_or(&cells[3], 1 << (i & 31)); atomic_xchg(f, 2.5f);\n"
      "  uint seen, old = cells[4];\n"
      "  do { seen = old; old = atomic_cmpxchg(&cells[4], seen, seen + 3); } while (old != seen);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); out[i] = group;\n"
      "  if (i < 8) out[i + 256] = atomic_sub(&cells[5], 1);\n}");
  std::vector<std::uint32_t> cells = {0, 0, 0, 0, 0, 100, 0, 0};
  std::vector<float> f = {0};
  std::vector<std::uint32_t> out(264);
  runner.run_back("k", 256, out, cells, f);
  EXPECT_EQ(out[17], 64U);
  EXPECT_EQ(cells[0], 255U * 128);
  EXPECT_EQ(cells[1], 255U);
  EXPECT_EQ(cells[2], 0U);
  EXPECT_EQ(cells[3], UINT32_MAX);
  EXPECT_EQ(cells[4], 768U);
  EXPECT_EQ(cells[5], 92U);
  EXPECT_EQ(f[0], 2.5F);
  std::sort(out.begin() + 256, out.end());
  EXPECT_EQ(out[256], 93U);
  EXPECT_EQ(out[263], 100U);
}

/// What each work-item does to a cell; the order does not matter.
struct AtomicFunction {
  const char* name;
  std::function<std::int64_t(std::int64_t, std::int64_t)> apply;
};
const AtomicFunction kAtomics[] = {
    {"add", std::plus<>()},
    {"sub", std::minus<>()},
    {"min", [](std::int64_t a, std::int64_t b) { return std::min(a, b); }},
    {"max", [](std::int64_t a, std::int64_t b) { return std::max(a, b); }},
    {"and", std::bit_and<>()},
    {"or", std::bit_or<>()},
    {"xor", std::bit_xor<>()},
    {"inc", [](std::int64_t a, std::int64_t) { return a + 1; }},
    {"dec", [](std::int64_t a, std::int64_t) { return a - 1; }}};

/// Every function with both prefixes, on a cell in global and one in local memory.
template <class T>
void check_atomics(const std::string& type) {
  std::string source;
  for (const AtomicFunction& function : kAtomics) {
    const std::string name = function.name;
    const bool alone = name == "inc" || name == "dec";
    const std::string calls = "_" + name + "(&CELL" + (alone ? ")" : ", x[i])");
    const auto call = [&](const std::string& prefix, const std::string& cell) {
      std::string text = prefix + calls;
      return text.replace(text.find("CELL"), 4, cell);
    };
    source += "kernel void " + name + "_cells(global " + type + "* out, global " + type +
              "* cells, global " + type + "* x) {\n  size_t i = get_local_id(0); local " + type +
              " a, b;\n  if (i == 0) { a = cells[0]; b = cells[0]; }\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);\n  out[i] = " +
              call("atomic", "cells[0]") + "; " + call("atom", "cells[1]") + ";\n  " +
              call("atomic", "a") + "; " + call("atom", "b") +
              ";\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  if (i == 0) { cells[2] = a; cells[3] = b; } }\n";
  }
  BuiltinRunner runner(source);
  std::vector<T> x(64);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(0x80000100U + 2654435761U * i);
  for (const AtomicFunction& function : kAtomics) {
    const T start = 0x40000001;
    std::vector<T> cells(16, start);
    std::vector<T> out(64);
    std::vector<T> operands = x;
    runner.run_back(std::string(function.name) + "_cells", 64, out, cells, operands);
    T expected = start;
    for (const T operand : x) expected = static_cast<T>(function.apply(expected, operand));
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(cells[i], expected) << function.name << " of " << type << ", cell " << i;
    }
    // The first to come finds what was there.
    EXPECT_NE(std::count(out.begin(), out.end(), start), 0) << function.name << " of " << type;
  }
}

TEST(BuiltinValues, OfAtomicsMatchTheirNames) {
  check_atomics<std::int32_t>("int");
  check_atomics<std::uint32_t>("uint");
}

}  // namespace
}  // namespace lanefold
