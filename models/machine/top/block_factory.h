// SPDX-License-Identifier: Apache-2.0
// Who makes the blocks of a core that something else can take the place of, for instance their
// Verilated RTL.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <memory>

#include "blocks/clock/core_clock.h"
#include "blocks/datapath/compaction_control.h"
#include "blocks/datapath/operand_latch.h"
#include "blocks/datapath/swizzle_crossbar.h"
#include "blocks/datapath/unswizzle.h"
#include "blocks/frontend/execution_mask.h"
#include "blocks/load_store/miss_completion_buffer.h"
#include "blocks/memory_divergence/memory_divergence_table.h"
#include "blocks/memory_divergence/slip_controller.h"
#include "blocks/pipeline/warp_protocol.h"
#include "blocks/warp_slices/adaptation_state_unit.h"
#include "blocks/warp_slices/warp_slice_table.h"
#include "decisions/execute/activity.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// What the blocks of one core share; it outlives them.
struct CoreContext {
  const CoreConfig& config;
  const CoreGeometry& geometry;
  LaunchStatistics& statistics;
  unsigned index;  ///< of the core in the machine
  const CoreClock& clock;
};

/// Where an instruction can be watched on its way through a core.
enum class PipelineStep : std::uint8_t {
  Masked,   ///< it is decoded, and its lanes are known; it enters the scoreboard
  Ready,    ///< its registers are free; it enters the arbiter
  Issued,   ///< when the call returns, its pipe has it
  Served,   ///< memory is done with it, and who goes on is decided; it enters write-back
  Retired,  ///< it is written back
};

/// Makes the blocks of the model. A block's class owns its sockets, its statistics and the order in
/// which things happen, and leaves one decision to be overridden; so blocks of other factories
/// cannot differ in anything else.
class BlockFactory {
 public:
  virtual ~BlockFactory() = default;

  virtual std::unique_ptr<ExecutionMask> execution_mask(const char* name, const CoreContext& core);
  virtual std::unique_ptr<CompactionControl> compaction_control(const char* name,
                                                                const CoreContext& core);
  virtual std::unique_ptr<SwizzleCrossbar> swizzle_crossbar(const char* name,
                                                            const CoreContext& core);

  /// Only a core whose data path is exact has these two: in the fast one, values do not move.
  virtual std::unique_ptr<OperandLatch> operand_latch(const char* name, const CoreContext& core);
  virtual std::unique_ptr<Unswizzle> unswizzle(const char* name, const CoreContext& core);

  /// Made for a core whose lanes slip.
  virtual std::unique_ptr<MemoryDivergenceTable> memory_divergence_table(const char* name,
                                                                         const CoreContext& core);
  virtual std::unique_ptr<SlipController> slip_controller(const char* name,
                                                          const CoreContext& core);

  /// Made for a core whose slices wait at loads for values.
  virtual std::unique_ptr<MissCompletionBuffer> miss_completion_buffer(const char* name,
                                                                       const CoreContext& core);
  /// Made for a core that divides its warps into slices.
  virtual std::unique_ptr<WarpSliceTable> warp_slice_table(const char* name,
                                                           const CoreContext& core);
  /// Made for a core that searches for its width and depth.
  virtual std::unique_ptr<AdaptationStateUnit> adaptation_state_unit(const char* name,
                                                                     const CoreContext& core);

  /// What the socket before a step binds to in place of `target`: a factory can put something
  /// between, for instance what watches the step.
  using WarpSocket = CallSocket<WarpProtocol>;
  virtual WarpSocket& step(PipelineStep /*step*/, const CoreContext& /*core*/, WarpSocket& target) {
    return target;
  }
  /// What the socket for commands of the thread dispatcher to a core binds to in place of `target`.
  using ThreadSocket = CallSocket<ThreadProtocol>;
  virtual ThreadSocket& commands(ThreadSocket& target) { return target; }
  /// What the link from `initiator`, a core or a level of memory, to the next level binds to in
  /// place of `target`.
  using MemoryTarget = tlm::tlm_base_target_socket_b<32>;
  virtual MemoryTarget& link(const sc_core::sc_object& /*initiator*/, MemoryTarget& target) {
    return target;
  }

  /// A module and the socket by which others reach it.
  struct MemoryBlock {
    std::unique_ptr<sc_core::sc_module> module;
    MemoryTarget* socket = nullptr;
  };
  /// What takes the place of the machine's DRAM: any memory on the TLM-2.0 base
  /// protocol (docs/how-to/interoperability.md). Made without one, the machine has its own.
  virtual MemoryBlock memory(const char* /*name*/) { return {}; }
};

}  // namespace lanefold
