// SPDX-License-Identifier: Apache-2.0
// Modules of others in the place of a stage: they have TLM-2.0's sockets and derive from no block
// of the model.
#include <gtest/gtest.h>

#include "decisions/execute/executor.h"
#include "decisions/execute/warp.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "decisions/program/program_image.h"
#include "tests/support/machine_runs.h"
#include "tests/support/plain_sockets.h"

namespace lanefold {
namespace {

/// A decoder that was written against docs/method/architecture.md.
class ForeignDecode final : public sc_core::sc_module {
 public:
  PlainTarget<WarpProtocol> from_fetch;
  PlainInitiator<WarpProtocol> to_mask{"to_mask"};

  ForeignDecode(const sc_core::sc_module_name& name, bool holds_loads, std::uint64_t& decoded)
      : sc_module(name),
        from_fetch("from_fetch", [this](WarpInstruction& i, sc_core::sc_time&) { decode(i); }),
        holds_loads_(holds_loads),
        decoded_(decoded) {}

 private:
  void decode(WarpInstruction& instruction) {
    ++decoded_;
    const Instruction& found = instruction.warp->launch().image->at(instruction.pc);
    instruction.instruction = &found;
    instruction.unit = found.unit;
    instruction.late = resolves_late(found) || (holds_loads_ && reads_memory(found));
    to_mask.send(instruction);
  }

  const bool holds_loads_;
  std::uint64_t& decoded_;
};

class ForeignDecoders final : public BlockFactory {
 public:
  Stage stage(StageKind kind, const char* name, const CoreContext& core) override {
    if (kind != StageKind::Decode) return BlockFactory::stage(kind, name, core);
    const bool holds_loads = make_miss_policy(core.config.on_miss)->holds_loads();
    auto decode = std::make_unique<ForeignDecode>(name, holds_loads, decoded);
    auto& in = decode->from_fetch;
    auto& out = decode->to_mask;
    return {std::move(decode), &in, &out};
  }
  std::uint64_t decoded = 0;
};

TEST(Stages, MayBeModulesOfOthers) {
  for (const char* name : kMachines) {
    SCOPED_TRACE(name);
    const MachineConfig config = machine_with(name, {});
    const Workload& workload = *find_workload("bfs");
    ForeignDecoders factory;
    const auto foreign = make_timed_machine(config, factory);
    const auto model = make_timed_machine(config);
    EXPECT_TRUE(run(workload, *foreign).verified);
    EXPECT_TRUE(run(workload, *model).verified);
    const LaunchStatistics total = total_of(model->launches());
    EXPECT_EQ(statistics_json_launch(total_of(foreign->launches()), config),
              statistics_json_launch(total, config));
    EXPECT_EQ(factory.decoded, total.warp_instructions);
  }
}

}  // namespace
}  // namespace lanefold
