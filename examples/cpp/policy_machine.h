// SPDX-License-Identifier: Apache-2.0
// A machine whose cores compact by a policy of one's own.
#pragma once

#include <lanefold/compiler.h>
#include <lanefold/config.h>
#include <lanefold/gpu.h>
#include <lanefold/program.h>

#include <functional>
#include <memory>
#include <utility>

#include "machine/top/block_factory.h"

namespace example {

/// All blocks are the model's; the decision of the compaction control is that of a policy.
class PolicyBlocks final : public lanefold::BlockFactory {
 public:
  using Policy = std::function<std::unique_ptr<lanefold::Compactor>()>;
  explicit PolicyBlocks(Policy policy) : policy_(std::move(policy)) {}

  std::unique_ptr<lanefold::CompactionControl> compaction_control(
      const char* name, const lanefold::CoreContext& core) override {
    return std::make_unique<lanefold::CompactionControl>(name, core.config, core.geometry,
                                                         core.statistics, policy_());
  }

 private:
  Policy policy_;
};

/// Lanes 0, 5, 10 and 15 go on for longer: one of each quad, each at another position of it.
constexpr const char* kDiverging =
    "__kernel void diverging(__global uint* x) {\n"
    "  uint i = get_global_id(0), v = x[i] + i;\n"
    "  for (uint n = 0; n < (i % 16 % 5 == 0 ? 50u : 5u); ++n) v ^= v << 3 | n;\n"
    "  x[i] = v;\n"
    "}\n";

struct Run {
  std::uint64_t eu_cycles = 0;  ///< in which ALU instructions occupied the ALUs
  std::vector<std::uint32_t> results;
};

/// Runs the kernel on a GPU of the platform.
inline Run run_diverging(lanefold::Gpu& gpu) {
  const auto program = lanefold::load_program(
      lanefold::compile_opencl(kDiverging, "diverging.cl").elf, "diverging.cl");
  Run run;
  run.results.resize(1024);
  lanefold::Device& device = gpu.host();
  const lanefold::Buffer x = device.allocate(run.results.size() * sizeof(std::uint32_t));
  device.launch(*program, "diverging", {1, {1024, 1, 1}, {64, 1, 1}}, {lanefold::argument(x)});
  device.read(x, 0, run.results.data(), x.size);
  run.eu_cycles = gpu.host().launches().back().timed_eu_cycles;
  return run;
}

/// A machine with these blocks whose values really pass the data path, lane by lane.
inline lanefold::MachineConfig exact_machine() {
  lanefold::MachineConfig config = lanefold::load_machine("ivb-eu");
  lanefold::apply_setting(config, "core.compaction=none");
  lanefold::apply_setting(config, "core.datapath=exact");
  return config;
}

}  // namespace example
