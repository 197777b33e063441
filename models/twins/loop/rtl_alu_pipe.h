// SPDX-License-Identifier: Apache-2.0
// An ALU pipe whose operands and results go through rtl/compaction_datapath.sv, clocked with the
// machine.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <string>
#include <systemc>

#include "blocks/clock/alarm.h"
#include "blocks/datapath/alu_ledger.h"
#include "blocks/datapath/alu_pipe.h"
#include "blocks/datapath/datapath_blocks.h"
#include "blocks/datapath/unswizzle.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/issue_queue.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/compaction_datapath_twin.h"

namespace lanefold {

/// The RTL decides when an instruction starts and when its results are there, which lanes compute
/// in which cycle at which position, and on which values. The queue of issued instructions stands
/// before it, and its latency beyond the stages of the RTL follows. While nothing is at work, the
/// clock stands still.
///
/// Micro-ops, operands and results must be the model's, and instructions go one after the other:
/// others end the run with Error(Internal). Times may be others, and then are the machine's; the
/// first such time is told. What the RTL takes longer than its micro-ops is charged as time in
/// which operands are fetched.
class RtlAluPipe final : public sc_core::sc_module, public AluPipeBlock {
 public:
  WarpTarget<RtlAluPipe> operands{"operands", this, &RtlAluPipe::take};
  WarpInitiator results{"results"};

  RtlAluPipe(const sc_core::sc_module_name& name, unsigned width, const PipelineContext& core,
             PipeState& state, const RtlWorld& world);

  Sockets sockets() override { return {operands, results}; }
  void reset() override;
  void describe(std::ostream& out, Cycle now) const override;

 private:
  using Twin = CompactionDatapathTwin;
  struct Waiting {
    WarpInstruction* instruction;
    AluTime time;
    Cycle expected;  ///< start, as the model has it
  };
  /// What the RTL has taken and not given back.
  struct Inside {
    WarpInstruction* instruction;
    AluTime time;
    unsigned tag;
    Cycle start;
    unsigned micro_op = 0;  ///< the next one in the ALU
  };

  /// Whether the RTL needs its clock.
  bool at_work() const { return !waiting_.empty() || !inside_.empty() || closed_ || !ready_; }
  void take(WarpInstruction& instruction);
  void begin_cycle();
  void end_cycle();
  void offer(const Waiting& first);
  void start(const Waiting& first);
  void let_others_in(Cycle now);
  void feed_rows(const Twin::Outputs& outputs);
  void compute(const Twin::Outputs& outputs);
  void check_operands(const WarpInstruction& instruction, unsigned lane,
                      const std::array<std::uint64_t, 3>& operands) const;
  void collect(const Twin::Outputs& outputs, Cycle now);
  void collect_lane(WarpInstruction& instruction, unsigned lane, std::uint64_t value);
  void finish(const Inside& done, Cycle now);
  Inside& with_tag(unsigned tag, const char* port);
  void show(Cycle first);
  void note(const WarpInstruction& instruction, const char* what, Cycle model, Cycle rtl);
  [[noreturn]] void refuse(const WarpInstruction& instruction, const std::string& what) const;

  const CoreConfig& config_;
  const CoreGeometry& geometry_;
  const CoreClock& clock_;
  const RegisterFileKind banks_;
  const unsigned policy_;  ///< lanefold_pkg::policy_t
  AluLedger ledger_;
  PipeState& state_;
  IssueQueue model_;
  std::function<void(const std::string&)> on_difference_;
  AskedTwin<Twin> twin_;
  Alarm& wake_core_;
  Alarm edge_;                   ///< at the edge that ends cycle_
  std::deque<Waiting> waiting_;  ///< issued, and not taken by the RTL
  std::deque<Inside> inside_;
  Twin::Inputs inputs_;  ///< of cycle_
  Cycle cycle_ = 0;      ///< the latest one that is not over for the RTL
  bool ready_ = true;    ///< in this cycle, the RTL can take an instruction
  bool closed_ = false;  ///< the latest instruction has not let another one in
  Cycle computes_until_ = 0;
  Cycle opens_at_ = 0;  ///< when it lets another one in, or did
  unsigned next_tag_ = 0;
};

/// Behind such pipes: they have put the results where they belong.
class ResultsInPlace final : public Unswizzle {
 public:
  ResultsInPlace(const sc_core::sc_module_name& name, const CoreContext& core)
      : Unswizzle(name, core.geometry) {}

 private:
  LaneMask unswizzle(const SlotValues& result, const Schedule& schedule,
                     const QuadGeometry& geometry, LaneValues& write) override;
};

}  // namespace lanefold
