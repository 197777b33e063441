// SPDX-License-Identifier: Apache-2.0
// Which work-items the lanes of a whole machine get with dispatch.mapping=regions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "lanefold/compiler.h"
#include "machine/top/block_factory.h"
#include "tests/support/plain_sockets.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {
namespace {

/// Core, warp of the core, lane of the warp.
using Place = std::tuple<unsigned, unsigned, unsigned>;
using IdsByPlace = std::map<Place, std::vector<std::uint32_t>>;

/// Notes whose work-items a warp has when it fetches the first instruction of a kernel.
class Watch final : public sc_core::sc_module {
 public:
  PlainInitiator<WarpProtocol> to{"to"};
  PlainTarget<WarpProtocol> from;

  Watch(const sc_core::sc_module_name& name, unsigned core, IdsByPlace& ids)
      : sc_module(name),
        from("from", [this, core, &ids](WarpInstruction& instruction, sc_core::sc_time& delay) {
          if (instruction.pc == kCodeBase) note(core, instruction, ids);
          to->b_transport(instruction, delay);
        }) {}

 private:
  static void note(unsigned core, const WarpInstruction& instruction, IdsByPlace& ids) {
    const Warp& warp = *instruction.warp;
    for_each_lane(warp.dispatched(), [&](unsigned lane) {
      ids[{core, instruction.slice->warp_number(), lane}].push_back(
          warp.work_item_csr(WorkItemCsr::GlobalId0, lane));
    });
  }
};

class Watches final : public BlockFactory {
 public:
  using BlockFactory::splice;
  CallSocket<WarpProtocol>& splice(Edge edge, const CoreContext& core,
                                   CallSocket<WarpProtocol>& target) override {
    if (edge != Edge::Fetched) return target;
    auto watch = std::make_unique<Watch>(sc_core::sc_gen_unique_name("watch"), core.index, ids);
    watch->to.bind(target);
    auto& from = watch->from;
    watches_.push_back(std::move(watch));
    return from;
  }
  IdsByPlace ids;

 private:
  std::vector<std::unique_ptr<sc_core::sc_module>> watches_;
};

MachineConfig machine_of_regions() {
  MachineConfig config;
  config.cores = 2;
  config.core.warps = 2;
  config.core.warp_width = 8;
  config.memory.bytes = 16U << 20;
  config.dispatch.mapping = ItemMapping::Regions;
  return config;
}

// 32 lanes, and regions of three work-items. All warps take as long, so no lane takes over.
TEST(RegionIds, AreThoseOfTheLanesNumberInTheMachine) {
  constexpr std::uint32_t kRegion = 3;
  const MachineConfig config = machine_of_regions();
  const auto program = make_program({addi(5, 5, 1), addi(5, 5, 1), kExit}, 0);
  std::unique_ptr<Machine> machine;  // outlives the modules in its context
  Watches watches;
  machine = make_timed_machine(config, watches);
  for (unsigned launch = 0; launch < 2; ++launch) {
    SCOPED_TRACE(launch);
    watches.ids.clear();
    machine->launch(*program, "k", range_1d(32 * kRegion, 8), {});
    ASSERT_EQ(watches.ids.size(), 32U);
    std::uint32_t next = 0;
    for (const auto& [place, ids] : watches.ids) {
      const auto [core, warp, lane] = place;
      SCOPED_TRACE(::testing::Message() << "core " << core << " warp " << warp << " lane " << lane);
      EXPECT_EQ(next, ((core * 2 + warp) * 8 + lane) * kRegion);
      EXPECT_THAT(ids, ::testing::ElementsAre(next, next + 1, next + 2));
      next += kRegion;
    }
  }
}

// Groups of 12 on warps of 8 lanes, in three dimensions, and ids that do not begin with 0.
constexpr const char* kCountIds = R"cl(
  __kernel void k(__global uint* out) {
    const uint x = get_global_id(0) - 5, y = get_global_id(1) - 7, z = get_global_id(2) - 2;
    atomic_inc(out + x + 12 * (y + 6 * z));
  })cl";

NDRange box() {
  NDRange range;
  range.dimensions = 3;
  range.global = {12, 6, 4};
  range.local = {3, 2, 2};
  range.offset = {5, 7, 2};
  return range;
}

TEST(RegionIds, AreEachTakenOnceInALaunch) {
  const auto program = compile_program(kCountIds);
  MachineConfig config = machine_of_regions();
  MachineConfig slices = config;
  slices.core.simd = "3x2";
  const Words once(12 * 6 * 4, 1);
  for (const auto& machine :
       {make_functional_machine(config), make_timed_machine(config), make_timed_machine(slices)}) {
    for (unsigned launch = 0; launch < 2; ++launch) {
      EXPECT_EQ(run_job(*machine, *program, {"k", box(), once.size(), {}, {}}), once);
    }
  }
}

}  // namespace
}  // namespace lanefold
