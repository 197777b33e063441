// SPDX-License-Identifier: Apache-2.0
// Foreign blocks in the cycle-level machine: what they answer counts, and nothing else
// changes.
#include "machine/top/block_factory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "blocks/datapath/swizzle_crossbar.h"
#include "lanefold/compactor.h"
#include "lanefold/machine.h"
#include "tests/support/counters.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr const char* kSource =
    "__kernel void k(__global uint* out, __global const uint* in) {"
    "  uint i = get_global_id(0), x = in[i];"
    "  if (x & 1) x = x * 3 + i; else if (x & 2) x ^= i << 4;"
    "  out[i] = x; }";

Job job() { return {"k", range_1d(96, 48), 96, {counting(96, 5)}, {}}; }

MachineConfig machine() {
  MachineConfig config;
  config.cores = 2;
  config.memory.bytes = 16U << 20;
  config.core.compaction = CompactionPolicy::Scc;
  config.core.datapath = DatapathFidelity::Exact;
  return config;
}

/// Counts how often a block decides, and decides as the model does.
template <class Block>
class Counted : public Block {
 public:
  template <class... Arguments>
  explicit Counted(std::uint64_t& calls, Arguments&&... arguments)
      : Block(std::forward<Arguments>(arguments)...), calls_(calls) {}

 protected:
  std::uint64_t& calls_;
};

class CountedMask final : public Counted<ExecutionMask> {
  using Counted::Counted;
  LaneMask combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) override {
    ++calls_;
    return ExecutionMask::combine(dispatch, control_flow, predicate);
  }
};

class CountedControl final : public Counted<CompactionControl> {
  using Counted::Counted;
  Decision decide(LaneMask active, const QuadGeometry& geometry, Schedule* schedule) override {
    ++calls_;
    return CompactionControl::decide(active, geometry, schedule);
  }
};

class CountedLatch final : public Counted<OperandLatch> {
  using Counted::Counted;
  void capture(unsigned operand, LaneMask fetched, const QuadGeometry& geometry,
               const LaneValues& read, LaneValues& latch) override {
    ++calls_;
    EXPECT_LT(operand, 3U);
    EXPECT_EQ(fetched, geometry.whole_quads(fetched));
    OperandLatch::capture(operand, fetched, geometry, read, latch);
  }
};

struct Calls {
  std::uint64_t mask = 0, control = 0, latch = 0;
};

class CountedFactory final : public BlockFactory {
 public:
  explicit CountedFactory(Calls& calls) : calls_(calls) {}

  std::unique_ptr<ExecutionMask> execution_mask(const char* name,
                                                const CoreContext& /*core*/) override {
    return std::make_unique<CountedMask>(calls_.mask, name);
  }
  std::unique_ptr<CompactionControl> compaction_control(const char* name,
                                                        const CoreContext& core) override {
    return std::make_unique<CountedControl>(calls_.control, name, core.config, core.geometry,
                                            core.statistics);
  }
  std::unique_ptr<OperandLatch> operand_latch(const char* name, const CoreContext& core) override {
    return std::make_unique<CountedLatch>(calls_.latch, name, core.geometry);
  }

 private:
  Calls& calls_;
};

TEST(BlockFactory, ItsBlocksDecideForEveryInstruction) {
  const auto program = compile_program(kSource);
  const auto model = make_timed_machine(machine());
  const Words expected = run_job(*model, *program, job());
  Calls calls;
  CountedFactory factory(calls);
  const auto counted = make_timed_machine(machine(), factory);
  EXPECT_EQ(run_job(*counted, *program, job()), expected);
  EXPECT_EQ(counters_by_name(counted->launches()[0]), counters_by_name(model->launches()[0]));
  const std::uint64_t instructions = model->launches()[0].warp_instructions;
  EXPECT_GE(calls.mask, instructions);
  EXPECT_EQ(calls.control, instructions);
  EXPECT_GT(calls.latch, instructions / 2);
}

/// The blocks that are asked by requests: counts these by slot and kind.
template <class Block, class Request>
class CountedRequests final : public Block {
 public:
  using Counts = std::map<std::pair<unsigned, typename Request::Kind>, std::uint64_t>;
  template <class... Shared>
  CountedRequests(Counts& counts, const char* name, const CoreConfig& config,
                  const Shared&... shared)
      : Block(name, config, shared...), counts_(counts) {}

 private:
  void carry_out(Request& request) override {
    ++counts_[{request.slot, request.kind}];
    Block::carry_out(request);
  }

  Counts& counts_;
};

using CountedTable = CountedRequests<MemoryDivergenceTable, MdtRequest>;
using CountedSlip = CountedRequests<SlipController, SlipRequest>;
using CountedBuffer = CountedRequests<MissCompletionBuffer, CompletionRequest>;
using CountedSlices = CountedRequests<WarpSliceTable, SliceRequest>;

/// Counts of all cores together.
struct Requests {
  CountedTable::Counts table;
  CountedSlip::Counts slip;
  CountedBuffer::Counts buffer;
  CountedSlices::Counts slices;
};

class CountedRequestsFactory final : public BlockFactory {
 public:
  explicit CountedRequestsFactory(Requests& requests) : requests_(requests) {}

  std::unique_ptr<MdtBlock> memory_divergence_table(const char* name,
                                                    const CoreContext& core) override {
    return std::make_unique<CountedTable>(requests_.table, name, core.config, core.clock);
  }
  std::unique_ptr<SlipBlock> slip_controller(const char* name, const CoreContext& core) override {
    return std::make_unique<CountedSlip>(requests_.slip, name, core.config);
  }
  std::unique_ptr<CompletionBlock> miss_completion_buffer(const char* name,
                                                          const CoreContext& core) override {
    return std::make_unique<CountedBuffer>(requests_.buffer, name, core.config);
  }
  std::unique_ptr<SliceTableBlock> warp_slice_table(const char* name,
                                                    const CoreContext& core) override {
    return std::make_unique<CountedSlices>(requests_.slices, name, core.config);
  }

 private:
  Requests& requests_;
};

template <class Counts, class Kind>
std::uint64_t requests_of(const Counts& counts, Kind kind) {
  std::uint64_t sum = 0;
  for (const auto& [of, count] : counts) sum += of.second == kind ? count : 0;
  return sum;
}

/// Each work-item follows a chain of its own through memory.
constexpr const char* kChase =
    "__kernel void k(__global uint* out, __global const uint* in) {"
    "  uint i = get_global_id(0), at = i;"
    "  for (uint step = 0; step < 8 + i % 5; ++step) at = in[(at * 37 + step) % 4096];"
    "  out[i] = at; }";

TEST(BlockFactory, ItsTablesAreAskedForEverySlice) {
  MachineConfig config = machine();
  config.core.on_miss = OnMiss::Slip;
  config.core.simd = "8x8";
  config.l1.enabled = true;
  const auto program = compile_program(kChase);
  const auto model = make_timed_machine(config);
  const Job chase{"k", range_1d(96, 48), 96, {counting(4096, 5)}, {}};
  const Words expected = run_job(*model, *program, chase);
  Requests requests;
  CountedRequestsFactory factory(requests);
  const auto counted = make_timed_machine(config, factory);
  EXPECT_EQ(run_job(*counted, *program, chase), expected);
  const LaunchStatistics& launch = counted->launches()[0];
  EXPECT_EQ(counters_by_name(launch), counters_by_name(model->launches()[0]));
  using Table = MdtRequest::Kind;
  using Slip = SlipRequest::Kind;
  using Buffer = CompletionRequest::Kind;
  // Twelve slices of eight work-items begin.
  EXPECT_EQ(requests_of(requests.table, Table::Clear), 12U);
  EXPECT_EQ(requests_of(requests.slip, Slip::Reset), 12U);
  ASSERT_GT(launch.slip.left_behind_lanes, 0U);
  EXPECT_EQ(requests_of(requests.table, Table::Add), launch.slip.slips);
  EXPECT_EQ(requests_of(requests.table, Table::Take), launch.slip.catch_ups);
  EXPECT_GE(requests_of(requests.slip, Slip::Decide), launch.loads);
  EXPECT_EQ(requests_of(requests.buffer, Buffer::Allocate), launch.loads);
  EXPECT_EQ(requests_of(requests.buffer, Buffer::LineArrived),
            launch.loads + requests_of(requests.buffer, Buffer::LineSent));
  EXPECT_EQ(requests_of(requests.slices, SliceRequest::Kind::Divide), 2U) << "one for each core";
}

/// Presents every operand at the position next to where the ALU expects it.
class WrongCrossbar final : public SwizzleCrossbar {
  using SwizzleCrossbar::SwizzleCrossbar;
  void swizzle(const LaneValues& latch, const Schedule& schedule, const QuadGeometry& geometry,
               SlotValues& operand) override {
    SwizzleCrossbar::swizzle(latch, schedule, geometry, operand);
    std::swap(operand[0], operand[1]);
  }
};

/// Loses the highest lane.
class WrongUnswizzle final : public Unswizzle {
  using Unswizzle::Unswizzle;
  LaneMask unswizzle(const SlotValues& result, const Schedule& schedule,
                     const QuadGeometry& geometry, LaneValues& write) override {
    LaneMask written = Unswizzle::unswizzle(result, schedule, geometry, write);
    written.reset(15);
    return written;
  }
};

class WrongFactory final : public BlockFactory {
 public:
  explicit WrongFactory(bool crossbar) : crossbar_(crossbar) {}

  std::unique_ptr<CrossbarBlock> swizzle_crossbar(const char* name,
                                                  const CoreContext& core) override {
    if (!crossbar_) return BlockFactory::swizzle_crossbar(name, core);
    return std::make_unique<WrongCrossbar>(name, core.config, core.geometry);
  }
  std::unique_ptr<Unswizzle> unswizzle(const char* name, const CoreContext& core) override {
    if (crossbar_) return BlockFactory::unswizzle(name, core);
    return std::make_unique<WrongUnswizzle>(name, core.geometry);
  }

 private:
  bool crossbar_;
};

class WrongBlocks : public ::testing::TestWithParam<bool> {};

TEST_P(WrongBlocks, SpoilTheResults) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) {"
      "  uint i = get_global_id(0); if (i < 96) out[i] = i * 7 + 1; }");
  const Job simple{"k", range_1d(96, 48), 96, {}, {}};
  const auto model = make_timed_machine(machine());
  const Words expected = run_job(*model, *program, simple);
  WrongFactory factory(GetParam());
  const auto wrong = make_timed_machine(machine(), factory);
  try {
    EXPECT_NE(run_job(*wrong, *program, simple), expected);
  } catch (const Error&) {
    // An address that went wrong is as good.
  }
}

INSTANTIATE_TEST_SUITE_P(All, WrongBlocks, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "Crossbar" : "Unswizzle"; });

}  // namespace
}  // namespace lanefold
