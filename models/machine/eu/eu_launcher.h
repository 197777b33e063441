// SPDX-License-Identifier: Apache-2.0
// From a host's call to a launch of a kernel of Gen8's EU, for machines with and without time.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "decisions/memory/global_memory.h"
#include "lanefold/device.h"
#include "lanefold/machine_config.h"
#include "lanefold/program.h"
#include "lanefold/statistics.h"
#include "machine/eu/eu_launch.h"
#include "machine/eu/eu_program.h"

namespace lanefold::gen8 {

/// Keeps the programs of one machine in its memory.
class EuLauncher {
 public:
  using Run = std::function<void(const EuLaunch&, LaunchStatistics&)>;

  /// All outlive it. `print` takes what kernels print, `warnings` what they access in vain.
  EuLauncher(const MachineConfig& config, GlobalMemory& memory, EuThreads threads,
             MachineBuffers buffers, OverrunWarnings& warnings, Device::Print print)
      : config_(config),
        memory_(memory),
        threads_(threads),
        buffers_(std::move(buffers)),
        warnings_(warnings),
        print_(std::move(print)) {}

  /// Checks the launch, gives it memory, and has it run, which fills in its record. Throws Error.
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments, LaunchStatistics& statistics,
              const Run& run);

  /// Places the program's own data in memory, if they are not there.
  void prepare(const Program& program) { program_in_memory(program.zebin()); }

 private:
  void run_and_print(const EuLaunch& launch, const Buffer& printf_buffer,
                     LaunchStatistics& statistics, const Run& run);
  EuProgram& program_in_memory(const std::shared_ptr<const Zebin>& zebin);
  void drop_released();

  const MachineConfig& config_;
  GlobalMemory& memory_;
  const EuThreads threads_;
  const MachineBuffers buffers_;
  OverrunWarnings& warnings_;
  const Device::Print print_;
  /// Whose owners may release them at any time.
  std::map<std::weak_ptr<const Zebin>, EuProgram, std::owner_less<>> programs_;
};

}  // namespace lanefold::gen8
