// SPDX-License-Identifier: Apache-2.0
// Running a kernel that does something wrong.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/kernels.h"

namespace lanefold {

inline constexpr unsigned kErrorWidths[] = {1, 16, 64};

/// Expects the error of `job`, whose bad kernel is `k`, on several machines; afterwards the kernel
/// `good`, which is appended to the source, must still run on the same machine.
inline void expect_error(const std::string& source, const Job& job, ErrorKind kind,
                         const ::testing::Matcher<std::string>& sentence) {
  const auto program = compile_program(
      source + "\n__kernel void good(__global uint* out) { out[get_global_id(0)] = 7; }\n");
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    for (const unsigned width : kErrorWidths) {
      SCOPED_TRACE(std::string(name_of(policy)) + ", warp width " + std::to_string(width));
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

inline Job job_of(std::vector<Words> inputs = {}, std::vector<ArgumentValue> others = {}) {
  return {"k", range_1d(32, 32), 32, std::move(inputs), std::move(others)};
}

}  // namespace lanefold
