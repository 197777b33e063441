// SPDX-License-Identifier: Apache-2.0
// Workloads as Intel's compiler makes them for the EU. Skipped where the compiler is missing.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/workload_names.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

/// Intel's compiler of this version crashes on them.
const std::set<std::string> kNotCompiled = {"path-trace", "path-trace-bvh"};

bool has_compiler() {
  try {
    compile_gen8("kernel void none() {}", "none.cl");
    return true;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("intel-opencl-icd"), std::string::npos)
        << error.what();
    return false;
  }
}

MachineConfig eu_machine() {
  MachineConfig config;
  config.core.isa = InstructionSet::Gen8;
  return config;
}

WorkloadResult run(const Workload& workload, Gen8Width width, WorkloadSize size) {
  WorkloadRequest request;
  request.size = size;
  request.functions = MathFunctions::Other;
  const std::string path = "workloads/" + workload.source_file_for(request);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto program = load_gen8_program(compile_gen8(text, path, {}, {width, false}).elf, path);
  return workload.run(*make_functional_machine(eu_machine()), *program, request);
}

void expect_verified(const std::string& name, Gen8Width width, WorkloadSize size) {
  if (!has_compiler()) GTEST_SKIP() << "ocloc is missing (package intel-opencl-icd)";
  if (kNotCompiled.count(name) != 0) GTEST_SKIP() << "Intel's compiler crashes on it";
  const WorkloadResult result = run(*find_workload(name), width, size);
  EXPECT_TRUE(result.verified) << result.detail;
  EXPECT_GT(result.values_checked, 0U);
}

class EuWorkloads : public testing::TestWithParam<std::string> {};

TEST_P(EuWorkloads, AreVerified) {
  expect_verified(GetParam(), Gen8Width::Compiler, WorkloadSize::Tiny);
}

/// Barriers and local memory, atomics, loops and breaks, arrays in registers, bytes, doubles.
INSTANTIATE_TEST_SUITE_P(Some, EuWorkloads,
                         testing::Values("mandelbrot", "dot-product", "kmeans", "n-queens", "bfs",
                                         "ray-trace-ao", "merge-sort", "aes"),
                         workload_case);

std::vector<std::string> all_names() {
  std::vector<std::string> names = showcase_names();
  for (const std::string& name : further_names()) names.push_back(name);
  return names;
}

class EuWorkloadsAtEveryWidth : public testing::TestWithParam<std::string> {};

TEST_P(EuWorkloadsAtEveryWidth, AreVerified) {
  for (const Gen8Width width :
       {Gen8Width::Compiler, Gen8Width::Simd8, Gen8Width::Simd16, Gen8Width::Simd32}) {
    for (const WorkloadSize size : {WorkloadSize::Tiny, WorkloadSize::Default}) {
      SCOPED_TRACE("SIMD" + std::to_string(static_cast<unsigned>(width)));
      expect_verified(GetParam(), width, size);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DeepAll, EuWorkloadsAtEveryWidth, testing::ValuesIn(all_names()),
                         workload_case);

}  // namespace
}  // namespace lanefold
