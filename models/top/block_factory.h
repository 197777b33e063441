// SPDX-License-Identifier: Apache-2.0
// Who makes the blocks of a core that something else can take the place of, for instance their
// Verilated RTL.
#pragma once

#include <tlm.h>

#include <memory>

#include "datapath/compaction_control.h"
#include "datapath/operand_latch.h"
#include "datapath/swizzle_crossbar.h"
#include "datapath/unswizzle.h"
#include "execute/activity.h"
#include "frontend/execution_mask.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// What the blocks of one core share; it outlives them.
struct CoreContext {
  const CoreConfig& config;
  const CoreGeometry& geometry;
  LaunchStatistics& statistics;
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
  virtual std::unique_ptr<OperandLatch> operand_latch(const char* name, const CoreContext& core);
  virtual std::unique_ptr<SwizzleCrossbar> swizzle_crossbar(const char* name,
                                                            const CoreContext& core);
  virtual std::unique_ptr<Unswizzle> unswizzle(const char* name, const CoreContext& core);

  /// What the initiator of a link between two levels of memory binds to in place of `target`: a
  /// factory can put something between, for instance what watches the link.
  using MemoryTarget = tlm::tlm_base_target_socket_b<32>;
  virtual MemoryTarget& link(MemoryTarget& target) { return target; }

  /// A module and the socket by which others reach it.
  struct MemoryBlock {
    std::unique_ptr<sc_core::sc_module> module;
    MemoryTarget* socket = nullptr;
  };
  /// What takes the place of the machine's DRAM: a memory on the TLM-2.0 base protocol, of
  /// anybody's (docs/interoperability.md). Made without one, the machine has its own.
  virtual MemoryBlock memory(const char* /*name*/) { return {}; }
};

}  // namespace lanefold
