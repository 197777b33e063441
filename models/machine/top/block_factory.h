// SPDX-License-Identifier: Apache-2.0
// Who makes the blocks of a core that something else can take the place of, for instance their
// Verilated RTL.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <memory>
#include <typeinfo>
#include <vector>

#include "base/pool.h"
#include "blocks/clock/alarm.h"
#include "blocks/clock/core_clock.h"
#include "blocks/datapath/compaction_control.h"
#include "blocks/datapath/datapath_blocks.h"
#include "blocks/datapath/operand_latch.h"
#include "blocks/datapath/unswizzle.h"
#include "blocks/frontend/execution_mask.h"
#include "blocks/frontend/front_end_blocks.h"
#include "blocks/frontend/predicate_mask.h"
#include "blocks/load_store/load_store_block.h"
#include "blocks/load_store/miss_completion_buffer.h"
#include "blocks/memory_divergence/memory_divergence_block.h"
#include "blocks/memory_divergence/memory_divergence_table.h"
#include "blocks/memory_divergence/slip_controller.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/warp_protocol.h"
#include "blocks/warp_slices/adaptation_state_unit.h"
#include "blocks/warp_slices/slice_control.h"
#include "blocks/warp_slices/warp_slice_table.h"
#include "decisions/execute/slice.h"
#include "decisions/memory_divergence/adaptive_slip.h"
#include "decisions/pipeline/core_geometry.h"
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

/// And what blocks share that hold the core's instructions.
struct PipelineContext : CoreContext {
  const MachineConfig& machine;
  const std::vector<HardwareThread*>& threads;  ///< the hardware threads, by slot
  std::vector<std::unique_ptr<Slice>>& slices;  ///< the same, of a core that executes RISC-V
  Pool<WarpInstruction>& instructions;          ///< fetch takes from it, write-back gives back
  CoreWires& wires;                             ///< each block drives its own
  Alarm& wake;               ///< for what comes from outside of the core's own clock
  ClockDomain& domain;       ///< of the core, for alarms of a block's own
  const AdaptiveSlip& slip;  ///< how far lanes may be ahead
  const std::unique_ptr<MdtBlock>& memory_divergence_table;  ///< of a core whose lanes slip
  const LaneLedger& lost;  ///< slots of idle pipes, since the launch began
};

/// Blocks that take an instruction at one socket and hand it on at another.
enum class StageKind : std::uint8_t {
  Decode,
  ExecutionMask,
  ScalarControl,
  PredicateMask,
  CompactionControl,
  OperandLatch,
  Unswizzle,
};

class IdleWatch;

/// What the sender of an edge of a core binds to in place of `target`: something can be put
/// between, which passes on what it gets. The contract is in blocks/pipeline/call_contract.h.
template <class Protocol>
class EdgesOf {
 public:
  virtual ~EdgesOf() = default;
  virtual CallSocket<Protocol>& splice(Edge /*edge*/, const CoreContext& /*core*/,
                                       CallSocket<Protocol>& target) {
    return target;
  }
};

/// The edges of all of these protocols. SplicingFactory (splicing_factory.h) makes one function of
/// their functions.
template <class... Protocols>
class Edges : public EdgesOf<Protocols>... {
 public:
  using EdgesOf<Protocols>::splice...;
};
using EdgesOfACore =
    Edges<WarpProtocol, ThreadProtocol, ArrivalProtocol, DivisionProtocol, MdtProtocol,
          SlipProtocol, CompletionProtocol, SliceProtocol, AdaptationProtocol>;

/// Makes the blocks of the model. A core knows each by its sockets alone, or by an interface of
/// sockets and of what its clock calls, so that blocks of other factories need not derive from the
/// model's. Those that do differ in one decision only: a block's class owns its sockets, its
/// statistics and the order in which things happen, and leaves that decision to be overridden.
class BlockFactory : public EdgesOfACore {
 public:
  ~BlockFactory() override = default;

  /// Any module that takes instructions at `in`, fills in its part (docs/method/architecture.md
  /// says which), and hands them on at `out` in the same call. It need not derive from the model's.
  struct Stage {
    std::unique_ptr<sc_core::sc_module> module;
    CallSocket<WarpProtocol>* in = nullptr;
    CallSource<WarpProtocol>* out = nullptr;
  };
  /// The model's own, of which the functions below make those that have twins. A core has the last
  /// two where its data path is exact, scalar control with core.scalar.execution, and predicates
  /// with core.isa = gen8.
  virtual Stage stage(StageKind kind, const char* name, const CoreContext& core);

  virtual std::unique_ptr<ExecutionMask> execution_mask(const char* name, const CoreContext& core);
  virtual std::unique_ptr<PredicateMask> predicate_mask(const char* name, const CoreContext& core);
  virtual std::unique_ptr<CompactionControl> compaction_control(const char* name,
                                                                const CoreContext& core);

  /// Only a core whose data path is exact has these two: in the fast one, values do not move.
  virtual std::unique_ptr<OperandLatch> operand_latch(const char* name, const CoreContext& core);
  virtual std::unique_ptr<Unswizzle> unswizzle(const char* name, const CoreContext& core);

  /// The other blocks of the pipeline: any module that implements the block's interface. What each
  /// fills in of an instruction is in docs/method/architecture.md.
  virtual std::unique_ptr<FetchBlock> fetch(const char* name, const PipelineContext& core);
  virtual std::unique_ptr<ScoreboardBlock> scoreboard(const char* name,
                                                      const PipelineContext& core);
  virtual std::unique_ptr<ArbiterBlock> arbiter(const char* name, const PipelineContext& core);
  virtual std::unique_ptr<RegisterBanksBlock> register_banks(const char* name,
                                                             const CoreContext& core);
  virtual std::unique_ptr<CrossbarBlock> swizzle_crossbar(const char* name,
                                                          const CoreContext& core);
  /// FPU, EM or the scalar pipe, of so many lanes; drives `state`.
  virtual std::unique_ptr<AluPipeBlock> alu_pipe(const char* name, Unit unit, unsigned lanes,
                                                 const PipelineContext& core, PipeState& state);
  virtual std::unique_ptr<WriteBackBlock> write_back(const char* name, const PipelineContext& core);
  virtual std::unique_ptr<LoadStoreBlock> load_store_unit(const char* name,
                                                          const PipelineContext& core);
  virtual std::unique_ptr<MemoryDivergenceBlock> memory_divergence(const char* name,
                                                                   const PipelineContext& core);
  /// `table` is what the core's warp-slice table holds; nullptr where warps are not divided.
  virtual std::unique_ptr<SliceControlBlock> slice_control(const char* name,
                                                           const PipelineContext& core,
                                                           const SliceTable* table);

  /// Made for a core whose lanes slip.
  virtual std::unique_ptr<MdtBlock> memory_divergence_table(const char* name,
                                                            const CoreContext& core);
  virtual std::unique_ptr<SlipBlock> slip_controller(const char* name, const CoreContext& core);

  /// Made for a core whose slices wait at loads for values.
  virtual std::unique_ptr<CompletionBlock> miss_completion_buffer(const char* name,
                                                                  const CoreContext& core);
  /// Made for a core that divides its warps into slices.
  virtual std::unique_ptr<SliceTableBlock> warp_slice_table(const char* name,
                                                            const CoreContext& core);
  /// Made for a core that searches for its width and depth.
  virtual std::unique_ptr<AdaptationBlock> adaptation_state_unit(const char* name,
                                                                 const CoreContext& core);

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

  /// Who is told what the core's pipes lose; nullptr for nobody. Outlives the core.
  virtual IdleWatch* idle_watch(const PipelineContext& /*core*/) { return nullptr; }
  /// Whether no block of the factory, nor what it has put into edges, looks at SystemC's time: the
  /// machine's clock is then ahead of it.
  virtual bool keeps_to_core_clock() const { return typeid(*this) == typeid(BlockFactory); }
};

}  // namespace lanefold
