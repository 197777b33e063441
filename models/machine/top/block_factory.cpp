// SPDX-License-Identifier: Apache-2.0
// The model's own blocks.
#include "machine/top/block_factory.h"

#include <utility>

#include "blocks/frontend/decode.h"
#include "blocks/scalar/scalar_control.h"

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

std::unique_ptr<CompactionControl> BlockFactory::compaction_control(const char* name,
                                                                    const CoreContext& core) {
  return std::make_unique<CompactionControl>(name, core.config, core.geometry, core.statistics);
}

std::unique_ptr<OperandLatch> BlockFactory::operand_latch(const char* name,
                                                          const CoreContext& core) {
  return std::make_unique<OperandLatch>(name, core.geometry);
}

std::unique_ptr<SwizzleCrossbar> BlockFactory::swizzle_crossbar(const char* name,
                                                                const CoreContext& core) {
  return std::make_unique<SwizzleCrossbar>(name, core.config, core.geometry);
}

std::unique_ptr<Unswizzle> BlockFactory::unswizzle(const char* name, const CoreContext& core) {
  return std::make_unique<Unswizzle>(name, core.geometry);
}

std::unique_ptr<MemoryDivergenceTable> BlockFactory::memory_divergence_table(
    const char* name, const CoreContext& core) {
  return std::make_unique<MemoryDivergenceTable>(name, core.config);
}

std::unique_ptr<SlipController> BlockFactory::slip_controller(const char* name,
                                                              const CoreContext& core) {
  return std::make_unique<SlipController>(name, core.config);
}

std::unique_ptr<MissCompletionBuffer> BlockFactory::miss_completion_buffer(
    const char* name, const CoreContext& core) {
  return std::make_unique<MissCompletionBuffer>(name, core.config);
}

std::unique_ptr<WarpSliceTable> BlockFactory::warp_slice_table(const char* name,
                                                               const CoreContext& core) {
  return std::make_unique<WarpSliceTable>(name, core.config);
}

std::unique_ptr<AdaptationStateUnit> BlockFactory::adaptation_state_unit(const char* name,
                                                                         const CoreContext& core) {
  return std::make_unique<AdaptationStateUnit>(name, core.config);
}

}  // namespace lanefold
