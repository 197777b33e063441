// SPDX-License-Identifier: Apache-2.0
// Kernels of Gen8's EU as text: their instructions, which channels they are for, and in a run, for
// how many they were carried out.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "decisions/eu/kernel_code.h"
#include "decisions/execute/execution_observer.h"
#include "lanefold/program.h"

namespace lanefold {

/// Counts a run's instructions by pc.
class ActiveChannels final : public ExecutionObserver {
 public:
  struct Count {
    std::uint64_t executions = 0;
    std::uint64_t channels = 0;  ///< active, over all executions
  };

  void executed(const Instruction* /*first*/, const Instruction* /*last*/,
                LaneMask /*active*/) override {}
  void executed(const PipelineInstruction& instruction, LaneMask active) override;

  /// Of the instruction at a pc; nothing was executed if there is none.
  Count at(std::uint32_t pc) const;

 private:
  std::unordered_map<std::uint32_t, Count> counts_;
};

struct ListedKernel {
  std::string name;
  unsigned simd_size = 0;  ///< work-items of a thread
  gen8::KernelCode code;
};

/// The kernels of a program, or the one of this name unless it is empty, at the pcs that they have
/// in a machine. Throws Error(Launch) for an unknown name, and Error(IllegalInstruction).
std::vector<ListedKernel> listed_kernels(const Program& program, const std::string& only);

/// A line for each instruction. `run` is nullptr where nothing has run.
std::string gen8_listing(const ListedKernel& kernel, const ActiveChannels* run);
/// A line for each kernel.
std::string gen8_summary(const std::vector<ListedKernel>& kernels);
/// JSON text, ending in a newline; docs/method/gen8.md explains it.
std::string gen8_listing_json(const std::vector<ListedKernel>& kernels, const ActiveChannels* run);

}  // namespace lanefold
