// SPDX-License-Identifier: Apache-2.0
// Small kernels for tests of the machine.
#include "tests/support/kernels.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "lanefold/compiler.h"

namespace lanefold {

std::shared_ptr<const Program> compile_program(const std::string& source) {
  return load_program(compile_opencl(source, "test.cl").elf, "test.cl");
}

MachineConfig test_machine(unsigned warp_width, ReconvergencePolicy reconvergence) {
  MachineConfig config;
  config.cores = 1;
  config.core.warps = (1024 + warp_width - 1) / warp_width;
  config.core.warp_width = warp_width;
  config.core.reconvergence = reconvergence;
  config.memory.bytes = 64U << 20;
  config.limits.livelock_instructions = 200'000;
  return config;
}

NDRange range_1d(std::uint32_t global, std::uint32_t local, std::uint32_t offset) {
  NDRange range;
  range.global[0] = global;
  range.local[0] = local;
  range.offset[0] = offset;
  return range;
}

Words run_job(Machine& machine, const Program& program, const Job& job) {
  std::vector<Buffer> buffers{machine.allocate(job.out_words * sizeof(std::uint32_t))};
  for (const Words& input : job.inputs) {
    buffers.push_back(machine.allocate(input.size() * sizeof(std::uint32_t)));
    machine.write(buffers.back(), 0, input.data(), buffers.back().size);
  }
  std::vector<ArgumentValue> arguments(buffers.begin(), buffers.end());
  arguments.insert(arguments.end(), job.others.begin(), job.others.end());
  machine.launch(program, job.kernel, job.range, arguments);
  Words out(job.out_words);
  machine.read(buffers[0], 0, out.data(), buffers[0].size);
  for (const Buffer buffer : buffers) machine.release(buffer);
  return out;
}

void expect_everywhere(const Program& program, const Job& job, const Words& expected,
                       const std::function<void(const Machine&)>& check) {
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    for (const unsigned width : kWarpWidths) {
      SCOPED_TRACE(fmt::format("kernel {}, warp width {}, {}", job.kernel, width, name_of(policy)));
      const auto machine = make_functional_machine(test_machine(width, policy));
      EXPECT_EQ(run_job(*machine, program, job), expected);
      if (check) check(*machine);
    }
  }
}

Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return Error(ErrorKind::Internal, "");
}

Words counting(std::size_t count, std::uint32_t first) {
  Words words(count);
  std::iota(words.begin(), words.end(), first);
  return words;
}

}  // namespace lanefold
