// SPDX-License-Identifier: Apache-2.0
// The model's own blocks.
#include "machine/top/block_factory.h"

#include <utility>

#include "blocks/datapath/alu_pipe.h"
#include "blocks/datapath/register_banks.h"
#include "blocks/datapath/swizzle_crossbar.h"
#include "blocks/datapath/write_back.h"
#include "blocks/frontend/arbiter.h"
#include "blocks/frontend/decode.h"
#include "blocks/frontend/fetch.h"
#include "blocks/frontend/scoreboard.h"
#include "blocks/load_store/load_store_unit.h"
#include "blocks/memory_divergence/memory_divergence.h"
#include "blocks/scalar/scalar_control.h"
#include "blocks/warp_slices/warp_slices.h"
#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {
namespace {

/// Sockets of the block that the stage owns.
template <class Block, class In, class Out>
BlockFactory::Stage stage_of(std::unique_ptr<Block> owned, In Block::*in, Out Block::*out) {
  Block& block = *owned;
  BlockFactory::Stage stage;
  stage.module = std::move(owned);
  stage.in = &(block.*in);
  stage.out = &(block.*out);
  return stage;
}

}  // namespace

BlockFactory::Stage BlockFactory::stage(StageKind kind, const char* name, const CoreContext& core) {
  switch (kind) {
    case StageKind::Decode:
      return stage_of(std::make_unique<Decode>(name, core.config), &Decode::fetched,
                      &Decode::decoded);
    case StageKind::ExecutionMask:
      return stage_of(execution_mask(name, core), &ExecutionMask::decoded, &ExecutionMask::masked);
    case StageKind::ScalarControl:
      return stage_of(std::make_unique<ScalarControl>(name, core.config, core.statistics),
                      &ScalarControl::ready, &ScalarControl::decided);
    case StageKind::PredicateMask:
      return stage_of(predicate_mask(name, core), &PredicateMask::ready,
                      &PredicateMask::predicated);
    case StageKind::CompactionControl:
      return stage_of(compaction_control(name, core), &CompactionControl::issued,
                      &CompactionControl::scheduled);
    case StageKind::OperandLatch:
      return stage_of(operand_latch(name, core), &OperandLatch::operands, &OperandLatch::latched);
    case StageKind::Unswizzle:
      return stage_of(unswizzle(name, core), &Unswizzle::alu, &Unswizzle::results);
  }
  return {};
}

std::unique_ptr<ExecutionMask> BlockFactory::execution_mask(const char* name,
                                                            const CoreContext& /*core*/) {
  return std::make_unique<ExecutionMask>(name);
}

std::unique_ptr<PredicateMask> BlockFactory::predicate_mask(const char* name,
                                                            const CoreContext& core) {
  return std::make_unique<PredicateMask>(name, core.clock);
}

std::unique_ptr<CompactionControl> BlockFactory::compaction_control(const char* name,
                                                                    const CoreContext& core) {
  return std::make_unique<CompactionControl>(name, core.config, core.geometry, core.statistics);
}

std::unique_ptr<OperandLatch> BlockFactory::operand_latch(const char* name,
                                                          const CoreContext& core) {
  return std::make_unique<OperandLatch>(name, core.geometry);
}

std::unique_ptr<CrossbarBlock> BlockFactory::swizzle_crossbar(const char* name,
                                                              const CoreContext& core) {
  return std::make_unique<SwizzleCrossbar>(name, core.config, core.geometry);
}

std::unique_ptr<Unswizzle> BlockFactory::unswizzle(const char* name, const CoreContext& core) {
  return std::make_unique<Unswizzle>(name, core.geometry);
}

std::unique_ptr<FetchBlock> BlockFactory::fetch(const char* name, const PipelineContext& core) {
  return std::make_unique<Fetch>(name, core.machine, core.index, core.clock, core.threads,
                                 core.instructions, core.wake, core.wires.fetch);
}

std::unique_ptr<ScoreboardBlock> BlockFactory::scoreboard(const char* name,
                                                          const PipelineContext& core) {
  return std::make_unique<Scoreboard>(name, slots_of(core.config), core.wires.scoreboard);
}

std::unique_ptr<ArbiterBlock> BlockFactory::arbiter(const char* name, const PipelineContext& core) {
  return std::make_unique<Arbiter>(name, core.config, core.wires.arbiter);
}

std::unique_ptr<RegisterBanksBlock> BlockFactory::register_banks(const char* name,
                                                                 const CoreContext& core) {
  return std::make_unique<RegisterBanks>(name, core.config, core.geometry, core.statistics);
}

std::unique_ptr<AluPipeBlock> BlockFactory::alu_pipe(const char* name, Unit /*unit*/,
                                                     unsigned lanes, const PipelineContext& core,
                                                     PipeState& state) {
  return std::make_unique<AluPipe>(name, core.config, lanes, core.geometry, core.statistics, state);
}

std::unique_ptr<WriteBackBlock> BlockFactory::write_back(const char* name,
                                                         const PipelineContext& core) {
  return std::make_unique<WriteBack>(name, core.machine, core.statistics, core.instructions,
                                     core.wires.write_back);
}

std::unique_ptr<LoadStoreBlock> BlockFactory::load_store_unit(const char* name,
                                                              const PipelineContext& core) {
  return std::make_unique<LoadStoreUnit>(name, core.machine, core.index, core.clock,
                                         core.statistics, core.wake, core.wires.load_store,
                                         core.wires.pipes);
}

std::unique_ptr<MemoryDivergenceBlock> BlockFactory::memory_divergence(
    const char* name, const PipelineContext& core) {
  return std::make_unique<MemoryDivergence>(
      name, core.config, core.slices, core.memory_divergence_table.get(), core.slip,
      core.statistics.slip, core.wake, core.wires.loads_to_decide);
}

std::unique_ptr<SliceControlBlock> BlockFactory::slice_control(const char* name,
                                                               const PipelineContext& core,
                                                               const SliceTable* table) {
  if (table == nullptr) return std::make_unique<WholeWarps>(name, core.wires.slices);
  return std::make_unique<WarpSlices>(name, core.config, core.clock, core.slices, *table,
                                      core.statistics.subdivision, core.wake, core.wires.slices,
                                      core.wires.fetch);
}

std::unique_ptr<MdtBlock> BlockFactory::memory_divergence_table(const char* name,
                                                                const CoreContext& core) {
  return std::make_unique<MemoryDivergenceTable>(name, core.config, core.clock);
}

std::unique_ptr<SlipBlock> BlockFactory::slip_controller(const char* name,
                                                         const CoreContext& core) {
  return std::make_unique<SlipController>(name, core.config);
}

std::unique_ptr<CompletionBlock> BlockFactory::miss_completion_buffer(const char* name,
                                                                      const CoreContext& core) {
  return std::make_unique<MissCompletionBuffer>(name, core.config);
}

std::unique_ptr<SliceTableBlock> BlockFactory::warp_slice_table(const char* name,
                                                                const CoreContext& core) {
  return std::make_unique<WarpSliceTable>(name, core.config);
}

std::unique_ptr<AdaptationBlock> BlockFactory::adaptation_state_unit(const char* name,
                                                                     const CoreContext& core) {
  return std::make_unique<AdaptationStateUnit>(name, core.config);
}

}  // namespace lanefold
