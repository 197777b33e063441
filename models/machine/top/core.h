// SPDX-License-Identifier: Apache-2.0
// One execution unit (EU): the pipeline of ISCA'13 section 2.2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <memory>
#include <systemc>
#include <vector>

#include "base/pool.h"
#include "blocks/clock/alarm.h"
#include "blocks/frontend/issue_counter.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/handovers.h"
#include "decisions/memory_divergence/adaptive_slip.h"
#include "decisions/pipeline/core_geometry.h"
#include "decisions/pipeline/warp_instruction.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"
#include "machine/eu/eu_slot.h"
#include "machine/top/block_factory.h"
#include "machine/top/core_pipes.h"

namespace lanefold {

/// It has no process: its alarm on the ClockDomain calls evaluate(), which calls the stages from
/// last to first, so that a latch is one cycle (without stage latches it calls those up to issue in
/// their order), and sets the alarm for the next cycle in which anything can move.
class Core : public sc_core::sc_module {
 public:
  ThreadTarget<Core> command{"command", this, &Core::take_command};  ///< from the thread dispatcher
  /// Fetches, base protocol; not used if the instruction cache is perfect.
  tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      instructions{"instructions"};
  tlm::tlm_initiator_socket<32> memory{"memory"};  ///< line requests, base protocol

  sc_core::sc_port<WorkSource> work{"work"};            ///< of the thread dispatcher
  sc_core::sc_port<OffChipTraffic> traffic{"traffic"};  ///< of the levels of memory

  Core(const sc_core::sc_module_name& name, const MachineConfig& config, unsigned index,
       ClockDomain& domain, BlockFactory& factory);

  /// Binds the edges between it and the thread dispatcher, and to local memory.
  void bind(ThreadInitiator& commands, CallSocket<WarpProtocol>& retired,
            CallSocket<WarpProtocol>& local_memory, BlockFactory& factory);

  /// What it schedules, by slot.
  const std::vector<HardwareThread*>& threads() const { return threads_; }

  /// Empties the pipeline and counts from `cycle` on. The launch has so many work-items for each
  /// core.
  void begin(Cycle cycle, std::uint64_t work_items = 0);
  /// Charges idle slots up to `cycle` and returns what has been counted since begin().
  const LaunchStatistics& finish(Cycle cycle);
  Cycle last_completion() const {
    return std::max(
        {wires_.write_back.last_completion, wires_.load_store.last_answer, handovers_.last()});
  }
  /// Cycle from which no pipe is at work with what has issued.
  Cycle pipes_free_at() const { return alu_.free_at(); }
  /// Cycle of the latest answer of memory; later than now if it has only said when it comes.
  Cycle last_answer() const { return wires_.load_store.last_answer; }
  std::uint64_t warp_instructions() const { return statistics_.warp_instructions; }
  std::uint64_t lane_instructions() const { return statistics_.lane_instructions; }
  /// Its ledger since begin(), with the idle slots of the cycles before `cycle`: the current one,
  /// in which it has not been evaluated yet, or that of finish().
  LaneLedger ledger_until(Cycle cycle) const {
    LaneLedger ledger = statistics_.ledger;
    ledger.add(lost_);
    alu_.charge_idle(charged_, std::max(cycle, charged_), ledger);
    return ledger;
  }
  /// Instructions issued and answers of memory.
  std::uint64_t moves() const { return warp_instructions() + wires_.load_store.answers; }

  /// How far lanes may slip, which launches find as the one before has left it.
  SlipState slip() const { return slip_.state(); }
  void restore(const SlipState& slip) { slip_.restore(slip); }

  /// Whether any instruction or request is on its way.
  bool busy() const { return pool_.in_use() != 0 || load_store_unit_->busy() || handovers_.busy(); }

  /// What a work-item did wrong; nullptr when nothing. The simulation pauses when it happens.
  std::exception_ptr failure() const { return failure_; }
  /// The state of every block, for messages.
  void describe(std::ostream& out) const;

 private:
  std::unique_ptr<Slice> make_slice(unsigned slot);
  std::vector<std::unique_ptr<Slice>> make_slices();
  std::vector<HardwareThread*> list_threads() const;
  template <class Protocol>
  void connect(BlockFactory& factory, Edge edge, CallSource<Protocol>& from,
               CallSocket<Protocol>& to);
  void bind_front_end(BlockFactory& factory);
  void bind_slices(BlockFactory& factory);
  void bind_datapath(BlockFactory& factory);
  void bind_memory(BlockFactory& factory);
  void bind_write_back(BlockFactory& factory);
  void evaluate();
  void tick(Cycle now);
  void issue(Cycle now);
  void check_dependences();
  Cycle next_event(Cycle now) const;
  void take_command(ThreadCommand& command);
  void charge_idle(Cycle now);
  void sample(Cycle now);
  bool samples() const { return leaves_lanes_behind_ && slip_.adaptive(); }
  std::uint64_t catch_ups() const;
  void find_idle_causes();
  SlotCause idle_without_alu_work(SlotSet resident);
  /// Threads whose next instruction the scoreboard, or the arbiter, can take.
  SlotSet free_for_fetch() const {
    return wires_.scoreboard.free().without(handovers_.slots(Waits::Fetch));
  }
  SlotSet free_for_scoreboard() const {
    return wires_.arbiter.free().without(handovers_.slots(Waits::Scoreboard));
  }
  bool may_issue() const { return handovers_.slots(Waits::Arbiter).none(); }

  CoreGeometry geometry_;
  LaunchStatistics statistics_;
  const MachineConfig& config_;
  const bool leaves_lanes_behind_;  ///< lanes of a slice may stay at a load that others pass
  const PipelineContext context_;
  std::unique_ptr<MdtBlock> memory_divergence_table_;  ///< with core.on_miss = slip
  std::unique_ptr<SlipBlock> slip_controller_;         ///< the same
  MdtOfSlice::Socket left_behind_{"left_behind"};      ///< of the slices, to the table
  SlipOfSlice::Socket slipping_{"slipping"};           ///< of the slices, to the controller
  std::vector<std::unique_ptr<Warp>> warps_;
  std::vector<std::unique_ptr<Slice>> slices_;           ///< with core.isa = riscv
  std::vector<std::unique_ptr<gen8::EuSlot>> eu_slots_;  ///< with core.isa = gen8
  std::vector<HardwareThread*> threads_;                 ///< by slot
  Pool<WarpInstruction> pool_;
  AdaptiveSlip slip_;
  std::uint64_t sampled_ = 0;                    ///< bytes off the chip, up to the latest sample
  std::uint64_t catch_ups_ = 0;                  ///< before this launch
  std::unique_ptr<AdaptationBlock> adaptation_;  ///< with core.adaptation
  std::unique_ptr<SliceTableBlock> warp_slice_table_;  ///< where warps are divided
  BlockFactory::Stage decode_;
  BlockFactory::Stage execution_mask_;
  BlockFactory::Stage scalar_control_;  ///< with core.scalar
  BlockFactory::Stage predicate_mask_;  ///< with core.isa = gen8
  IssueCounter issue_counter_;
  BlockFactory::Stage compaction_control_;
  std::unique_ptr<RegisterBanksBlock> register_banks_;
  BlockFactory::Stage operand_latch_;  ///< with core.datapath = exact
  std::unique_ptr<CrossbarBlock> swizzle_crossbar_;
  BlockFactory::Stage unswizzle_;                            ///< with core.datapath = exact
  std::unique_ptr<CompletionBlock> miss_completion_buffer_;  ///< where slices wait at loads
  ThreadInitiator thread_command_{"thread_command"};

  // What every evaluation looks at is together, here as in the blocks: cores take turns, and what
  // they touch in a cycle should stay in the host's cache.
  const CoreClock& clock_;
  CoreWires wires_;
  CorePipes alu_;  ///< before the alarm: pipes that have alarms show their state before it rings
  Alarm wake_;
  Handovers handovers_;
  std::exception_ptr failure_;
  IdleWatch* const watch_;  ///< of a machine that counts by instruction
  IdleState idle_state_;
  Cycle evaluated_ = 0;  ///< cycle of the latest evaluation
  Cycle charged_ = 0;    ///< up to which slots are charged
  LaneLedger lost_;      ///< slots of idle pipes, since begin(), until finish()
  const bool stage_latches_;
  const bool divides_warps_;
  std::unique_ptr<FetchBlock> fetch_;
  std::unique_ptr<ScoreboardBlock> scoreboard_;
  std::unique_ptr<ArbiterBlock> arbiter_;
  std::unique_ptr<WriteBackBlock> write_back_;
  std::unique_ptr<LoadStoreBlock> load_store_unit_;
  std::unique_ptr<MemoryDivergenceBlock> memory_divergence_;
  std::unique_ptr<SliceControlBlock> slice_control_;
};

}  // namespace lanefold
