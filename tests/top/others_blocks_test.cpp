// SPDX-License-Identifier: Apache-2.0
// Blocks of others in the place of any block of a core, one at a time and all at once: kernels
// compute the same.
#include "tests/top/others_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "lanefold/error.h"
#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Makes the blocks of these names, or all if there are none.
class SimpleBlocks final : public BlockFactory {
 public:
  explicit SimpleBlocks(std::set<std::string> names) : names_(std::move(names)) {}

  std::unique_ptr<FetchBlock> fetch(const char* name, const PipelineContext& core) override {
    if (!chosen(name)) return BlockFactory::fetch(name, core);
    return std::make_unique<SimpleFetch>(name, core);
  }
  std::unique_ptr<ScoreboardBlock> scoreboard(const char* name,
                                              const PipelineContext& core) override {
    if (!chosen(name)) return BlockFactory::scoreboard(name, core);
    return std::make_unique<SimpleScoreboard>(name, core.wires.scoreboard);
  }
  std::unique_ptr<ArbiterBlock> arbiter(const char* name, const PipelineContext& core) override {
    if (!chosen(name)) return BlockFactory::arbiter(name, core);
    return std::make_unique<SimpleArbiter>(name, core.wires.arbiter);
  }
  std::unique_ptr<RegisterBanksBlock> register_banks(const char* name,
                                                     const CoreContext& core) override {
    if (!chosen(name)) return BlockFactory::register_banks(name, core);
    return std::make_unique<SimpleBanks>(name);
  }
  std::unique_ptr<CrossbarBlock> swizzle_crossbar(const char* name,
                                                  const CoreContext& core) override {
    if (!chosen(name)) return BlockFactory::swizzle_crossbar(name, core);
    return std::make_unique<SimpleCrossbar>(name);
  }
  std::unique_ptr<AluPipeBlock> alu_pipe(const char* name, Unit unit, unsigned lanes,
                                         const PipelineContext& core, PipeState& state) override {
    if (!chosen(name)) return BlockFactory::alu_pipe(name, unit, lanes, core, state);
    return std::make_unique<SimplePipe>(name, lanes, core.statistics, state);
  }
  std::unique_ptr<WriteBackBlock> write_back(const char* name,
                                             const PipelineContext& core) override {
    if (!chosen(name)) return BlockFactory::write_back(name, core);
    return std::make_unique<SimpleWriteBack>(name, core);
  }
  std::unique_ptr<LoadStoreBlock> load_store_unit(const char* name,
                                                  const PipelineContext& core) override {
    if (!chosen(name)) return BlockFactory::load_store_unit(name, core);
    return std::make_unique<SimpleLoadStore>(name, core.wires);
  }
  std::unique_ptr<MemoryDivergenceBlock> memory_divergence(const char* name,
                                                           const PipelineContext& core) override {
    if (!chosen(name)) return BlockFactory::memory_divergence(name, core);
    return std::make_unique<SimpleMemoryDivergence>(name);
  }
  std::unique_ptr<SliceControlBlock> slice_control(const char* name, const PipelineContext& core,
                                                   const SliceTable* table) override {
    if (!chosen(name)) return BlockFactory::slice_control(name, core, table);
    return std::make_unique<SimpleSliceControl>(name);
  }

  std::set<std::string> made;

 private:
  bool chosen(const char* name) {
    made.insert(name);
    return names_.empty() || names_.count(name) != 0;
  }
  const std::set<std::string> names_;
};

const std::set<std::string> kBlocks{
    "fetch", "scoreboard", "arbiter",         "register_banks",    "swizzle_crossbar", "fpu",
    "em",    "write_back", "load_store_unit", "memory_divergence", "warp_slices"};

/// Barriers and local memory, atomics, divergent loops, EM.
constexpr const char* kPrograms[] = {"bfs", "kmeans-map-reduce", "mandelbrot", "matrix-multiply",
                                     "n-body"};

/// Its cycles; the results are verified.
std::uint64_t cycles_with(const std::set<std::string>& names, const char* machine,
                          const char* workload, const Settings& settings = {}) {
  SimpleBlocks factory(names);
  const auto timed = make_timed_machine(machine_with(machine, settings), factory);
  EXPECT_EQ(factory.made, kBlocks);
  const Workload& program = *find_workload(workload);
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  const WorkloadResult result = program.run(*timed, *program_of(program), request);
  EXPECT_TRUE(result.verified) << result.detail;
  return total_of(timed->launches()).cycles;
}

TEST(BlocksOfOthers, EachTakesThePlaceOfOurs) {
  for (const std::string& block : kBlocks) {
    SCOPED_TRACE(block);
    EXPECT_GT(cycles_with({block}, "ivb-eu", "bfs"), 0U);
  }
}

// Loads come twice to the block that decides who goes on.
TEST(BlocksOfOthers, DecideWhoGoesOnBehindALoad) {
  for (const char* on_miss : {"core.on_miss=slip", "core.on_miss=divide"}) {
    SCOPED_TRACE(on_miss);
    EXPECT_GT(cycles_with({"memory_divergence"}, "mv5-wpu", "bfs", {on_miss}), 0U);
  }
}

TEST(BlocksOfOthers, MustHaveTheSocketsThatACoreNeeds) {
  SimpleBlocks factory({"warp_slices"});
  const MachineConfig config = machine_with("mv5-wpu", {"core.on_miss=divide"});
  EXPECT_THAT([&] { make_timed_machine(config, factory); },
              ThrowsMessage<Error>(HasSubstr("but has no socket `changes` or `adaptation`")));
}

TEST(BlocksOfOthers, AreAWholeCore) {
  for (const char* machine : kMachines) {
    for (const char* workload : kPrograms) {
      SCOPED_TRACE(std::string(workload) + " on " + machine);
      EXPECT_GT(cycles_with({}, machine, workload), 0U);
    }
  }
}

/// Each does something else in time.
TEST(BlocksOfOthers, DecideTheCycles) {
  const std::uint64_t ours = cycles_with({"none"}, "ivb-eu", "matrix-multiply");
  for (const std::string block :
       {"fetch", "scoreboard", "arbiter", "fpu", "load_store_unit", "register_banks"}) {
    SCOPED_TRACE(block);
    EXPECT_NE(cycles_with({block}, "ivb-eu", "matrix-multiply"), ours);
  }
}

}  // namespace
}  // namespace lanefold
