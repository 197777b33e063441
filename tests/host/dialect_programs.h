// SPDX-License-Identifier: Apache-2.0
// Kernels that store a row of values which the host knows.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/compiler.h"
#include "tests/support/kernels.h"

namespace lanefold {

inline std::shared_ptr<const Program> built(const std::string& source,
                                            std::vector<std::string> build_options = {}) {
  CompileOptions options;
  options.user_options = std::move(build_options);
  return load_program(compile_opencl(source, "test.cl", options).elf, "test.cl");
}

/// The first `count` words of `out` after one work-item of `kernel`; `in` holds 0, 1, 2, …
inline Words outputs(const Program& program, std::size_t count,
                     std::vector<ArgumentValue> others = {}, const std::string& kernel = "k") {
  const auto machine = make_functional_machine(test_machine(16));
  return run_job(*machine, program,
                 {kernel, range_1d(1, 1), count, {counting(64)}, std::move(others)});
}

}  // namespace lanefold
