// SPDX-License-Identifier: Apache-2.0
// The model's own blocks.
#include "machine/top/block_factory.h"

namespace lanefold {

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
