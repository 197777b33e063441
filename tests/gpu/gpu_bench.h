// SPDX-License-Identifier: Apache-2.0
// A simulation with GPUs and processes of a test.
#pragma once

#include <gtest/gtest.h>
#include <sysc/kernel/sc_dynamic_processes.h>

#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/gpu.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "machine/gpu/use_context.h"

namespace lanefold {

constexpr const char* kTwice =
    "__kernel void twice(__global int* x, int times) {\n"
    "  for (int i = 0; i < times; ++i) x[get_global_id(0)] *= 2;\n"
    "}\n";

inline std::shared_ptr<const Program> twice() {
  return load_program(compile_opencl(kTwice, "twice.cl").elf, "twice.cl");
}

constexpr std::uint32_t kItems = 256;

/// Doubles `buffer` three times.
inline void launch_twice(Device& device, const Program& program, Buffer buffer) {
  device.launch(program, "twice", {1, {kItems, 1, 1}, {64, 1, 1}}, {argument(buffer), argument(3)});
}

/// A buffer with the numbers from 0 on.
inline Buffer make_numbers(Device& device) {
  std::vector<int> numbers(kItems);
  for (std::uint32_t i = 0; i < kItems; ++i) numbers[i] = static_cast<int>(i);
  const Buffer buffer = device.allocate(kItems * sizeof(int));
  device.write(buffer, 0, numbers.data(), buffer.size);
  return buffer;
}

/// How many of the numbers are not `factor` times what they were.
inline unsigned wrong_numbers(const Device& device, Buffer buffer, int factor) {
  std::vector<int> numbers(kItems);
  device.read(buffer, 0, numbers.data(), buffer.size);
  unsigned wrong = 0;
  for (std::uint32_t i = 0; i < kItems; ++i) wrong += numbers[i] != static_cast<int>(i) * factor;
  return wrong;
}

/// What a machine with a simulation of its own counts.
inline LaunchStatistics alone(const MachineConfig& config) {
  const auto machine = make_timed_machine(config);
  launch_twice(*machine, *twice(), make_numbers(*machine));
  return machine->launches().at(0);
}

/// A module with a thread process.
class Platform : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Platform);
  explicit Platform(const sc_core::sc_module_name& name, std::function<void()> work)
      : sc_module(name), work_(std::move(work)) {
    SC_THREAD(run);
  }
  /// Whether the work has been done.
  bool done() const { return done_; }

 private:
  void run() {
    work_();
    done_ = true;
    sc_core::sc_stop();
  }
  std::function<void()> work_;
  bool done_ = false;
};

}  // namespace lanefold
