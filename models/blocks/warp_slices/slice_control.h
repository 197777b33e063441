// SPDX-License-Identifier: Apache-2.0
// Between thread dispatcher and fetch: says which slices of a core run.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "base/cycle.h"
#include "base/index_set.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/warp_protocol.h"
#include "blocks/warp_slices/adaptation_state_unit.h"
#include "blocks/warp_slices/warp_slice_table.h"
#include "lanefold/adaptation_statistics.h"

namespace lanefold {

/// What a core sees of the control of its slices beside wires. Any module may implement this.
/// Drives SliceWires.
class SliceControlBlock {
 public:
  struct Sockets {
    CallSocket<ThreadProtocol>& command;   ///< from the thread dispatcher
    CallSource<ThreadProtocol>& admitted;  ///< to fetch
    CallSocket<WarpProtocol>& stopped;   ///< from write-back: a slice has ended, or is at a barrier
    CallSource<WarpProtocol>& retired;   ///< the same, to the thread dispatcher
    CallSocket<DivisionProtocol>& load;  ///< a load of which some lanes have their values
    CallSocket<DivisionProtocol>& branch;          ///< a branch that has diverged
    sc_core::sc_port_b<WorkSource>& work;          ///< of the thread dispatcher
    CallSource<SliceProtocol>* changes = nullptr;  ///< to the table of a core that divides warps
    CallSource<AdaptationProtocol>* adaptation = nullptr;  ///< the same
  };
  virtual ~SliceControlBlock() = default;
  virtual Sockets sockets() = 0;

  /// Nothing runs. A launch begins that has `tasks` work-items for the core, or none if 0.
  virtual void begin(Cycle now, std::uint64_t tasks) = 0;
  /// In the cycle `due`: divides the warps anew.
  virtual void tick(Cycle now) = 0;
  /// Called where warps are divided: slices whose lanes join others end. Nothing else moves between
  /// this and the next fetch.
  virtual void unite(Cycle now) = 0;
  /// Whether a load that asks now may divide its slice.
  virtual bool may_divide() const = 0;
  /// What the launch's search for width and depth has counted, up to `now`, and its steps.
  virtual AdaptationStatistics statistics(Cycle now) const = 0;
  virtual std::vector<AdaptationStep> path() const { return {}; }
  virtual void describe(std::ostream& /*out*/) const {}
};

/// The model's: WholeWarps lets everything pass; WarpSlices divides warps.
class SliceControl : public sc_core::sc_module, public SliceControlBlock {
 public:
  /// From the thread dispatcher.
  ThreadTarget<SliceControl> command{"command", this, &SliceControl::take_command};
  ThreadInitiator admitted{"admitted"};  ///< to fetch
  /// From write-back: a slice has ended, or waits at a barrier.
  WarpTarget<SliceControl> stopped{"stopped", this, &SliceControl::take_stopped};
  WarpInitiator retired{"retired"};  ///< the same, to the thread dispatcher
  /// A load of which some lanes have their values, and a branch that has diverged.
  CallTarget<SliceControl, DivisionProtocol> load{"load", this, &SliceControl::take_division};
  CallTarget<SliceControl, DivisionProtocol> branch{"branch", this, &SliceControl::take_division};
  sc_core::sc_port<WorkSource> work{"work"};  ///< of the thread dispatcher

  SliceControl(const sc_core::sc_module_name& name, SliceWires& wires)
      : sc_module(name), wires_(wires) {}

  Sockets sockets() override { return {command, admitted, stopped, retired, load, branch, work}; }

 protected:
  virtual void take_command(ThreadCommand& command) = 0;
  virtual void take_stopped(WarpInstruction& instruction) = 0;
  virtual void take_division(Division& division) = 0;

  SliceWires& wires_;
};

/// For a core whose slices are whole warps.
class WholeWarps final : public SliceControl {
 public:
  using SliceControl::SliceControl;

  void begin(Cycle /*now*/, std::uint64_t /*tasks*/) override {}
  void tick(Cycle /*now*/) override {}
  void unite(Cycle /*now*/) override {}
  bool may_divide() const override { return false; }
  AdaptationStatistics statistics(Cycle /*now*/) const override { return {}; }

 private:
  void take_command(ThreadCommand& command) override { admitted.send(command); }
  void take_stopped(WarpInstruction& instruction) override { retired.send(instruction); }
  void take_division(Division& division) override { division.answer = Division::Answer::Never; }
};

}  // namespace lanefold
