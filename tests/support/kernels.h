// SPDX-License-Identifier: Apache-2.0
// Compiling small OpenCL kernels and running them on functional machines of every warp width and
// reconvergence policy.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"

namespace lanefold {

using Words = std::vector<std::uint32_t>;

/// Compiled as `test.cl`; the compiler's cache makes repeated runs cheap.
std::shared_ptr<const Program> compile_program(const std::string& source);

/// A small machine: one core with room for work-groups of 1024 work-items.
MachineConfig test_machine(unsigned warp_width,
                           ReconvergencePolicy reconvergence = ReconvergencePolicy::Wto);

/// Warp widths around those that the vectorised loops like.
constexpr std::array<unsigned, 8> kWarpWidths = {1, 3, 7, 8, 16, 17, 32, 64};

/// A range of one dimension.
NDRange range_1d(std::uint32_t global, std::uint32_t local, std::uint32_t offset = 0);

/// One launch of a kernel whose first argument is `__global uint* out`.
struct Job {
  std::string kernel = "k";
  NDRange range;
  std::size_t out_words = 0;
  std::vector<Words> inputs;          ///< buffers, passed after `out`
  std::vector<ArgumentValue> others;  ///< passed last
};

/// Runs the job and returns `out`.
Words run_job(Machine& machine, const Program& program, const Job& job);

/// Runs the job on every width and policy and expects the same `out` each time; `check` looks at
/// the machine afterwards.
void expect_everywhere(const Program& program, const Job& job, const Words& expected,
                       const std::function<void(const Machine&)>& check = {});

/// The error that `action` throws; a failure of the test and an empty Internal error if it throws
/// none.
Error error_of(const std::function<void()>& action);

/// Words first, first + 1, …
Words counting(std::size_t count, std::uint32_t first = 0);

}  // namespace lanefold
