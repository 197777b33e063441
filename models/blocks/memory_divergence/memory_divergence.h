// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss: decides which lanes proceed after a load (SC'09 sections 4.1 and 5.1).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "blocks/clock/alarm.h"
#include "blocks/memory_divergence/memory_divergence_block.h"
#include "blocks/memory_divergence/memory_divergence_table.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/execute/slice.h"
#include "decisions/memory_divergence/adaptive_slip.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "lanefold/machine_config.h"
#include "lanefold/slip_statistics.h"

namespace lanefold {

/// Between load/store unit and write-back. Where lanes may be left behind, a load comes when its
/// lines have been looked up, and again when all have been answered; it goes to write-back with the
/// lanes that go on, in the cycle in which that is known. Everything else passes at once.
///
/// Where lanes are is their slice's, which asks the memory divergence table (MDT) who was left
/// behind, and the slip controller who goes on.
/// The values of lanes left behind wait in the entry of the memory coalescing buffer that their
/// load has; every entry of the MDT has one, and a load that blocks has one more, so that none
/// waits for an entry.
class MemoryDivergence : public sc_core::sc_module, public MemoryDivergenceBlock {
 public:
  WarpTarget<MemoryDivergence> loads{"loads", this, &MemoryDivergence::take};
  /// Values have come for lanes that were left behind.
  CallTarget<MemoryDivergence, ArrivalProtocol> arrived{"arrived", this,
                                                        &MemoryDivergence::take_arrival};
  WarpInitiator completed{"completed"};  ///< to write-back
  WarpInitiator proceeded{"proceeded"};  ///< to the load/store unit: without some of its lanes
  ThreadInitiator resume{"resume"};      ///< to fetch: a slice goes on
  /// Lanes are to go on as a slice of their own.
  CallInitiator<DivisionProtocol, kMayBeUnbound> divide{"divide"};

  /// Where lanes slip, `table` is that of the core. `wake` is set when a load comes, or a value,
  /// from outside of tick().
  MemoryDivergence(const sc_core::sc_module_name& name, const CoreConfig& config,
                   std::vector<std::unique_ptr<Slice>>& slices, const MdtBlock* table,
                   const AdaptiveSlip& slip, SlipStatistics& statistics, Alarm& wake,
                   bool& loads_to_decide);

  Sockets sockets() override { return {loads, arrived, completed, proceeded, resume, divide}; }
  void tick(Cycle now) override;
  Cycle next_event(Cycle now) const override;
  bool can_divide() const override;
  void reset() override;
  void describe(std::ostream& out) const override;

 protected:
  /// Who goes on. With none of these, the load waits for more values.
  struct LoadDecision : MissDecision {
    LaneMask
        others;  ///< all lanes of the load stay, and these run, which were left behind elsewhere
  };
  /// Decides about a load in this cycle, of which `known` is known, where `behind` were left behind
  /// anywhere; nothing if it is to be asked again in the next cycle.
  virtual std::optional<LoadDecision> ask(WarpInstruction& load, const MissSituation& known,
                                          LaneMask behind);
  unsigned limit() const { return slip_.limit(); }

 private:
  struct Pending {
    WarpInstruction* load = nullptr;
    Cycle due = 0;          ///< kNever until a value comes
    bool deciding = false;  ///< it is being decided, until then (core.slip.latency)
    LaneMask come{};        ///< where slices divide: lanes that have their values
    bool known = false;     ///< their lines have been looked up
    bool divides = false;   ///< it may divide its slice later
    bool refused = false;   ///< it could not, because the table was full
  };

  /// Whether there is anything to be decided.
  void show() {
    loads_to_decide_ = leaves_lanes_behind_ && !(pending_.empty() && arrivals_.empty());
  }
  void take(WarpInstruction& instruction);
  void take_arrival(LaneArrival& arrival);
  void receive(const LaneArrival& arrival, Cycle now);
  MissSituation situation_of(WarpInstruction& load) const;
  bool begin_decision(Pending& pending, Cycle now) const;
  bool decide(Pending& pending, Cycle now);
  void divide_slice(Pending& pending);
  bool all_can_stay(const MissSituation& known) const;
  LaneMask run_instead(const WarpInstruction& load, const MissSituation& known, LaneMask behind);
  bool make_way(WarpInstruction& load, const MissSituation& known, LaneMask others, Cycle now);
  void yield(WarpInstruction& load, Cycle now);
  void leave_to_others(WarpInstruction& load, Cycle now);
  void proceed(WarpInstruction& load, const MissSituation& now, LaneMask lanes);
  /// Counts a load that is decided, of whose lanes these stay. The furthest is `most` loads ahead.
  void left_behind(const WarpInstruction& load, LaneMask staying, unsigned most);

  const CoreConfig& config_;
  std::vector<std::unique_ptr<Slice>>& slices_;
  const MdtBlock* const table_;
  const AdaptiveSlip& slip_;
  SlipStatistics& statistics_;
  Alarm& wake_;
  bool& loads_to_decide_;
  const bool leaves_lanes_behind_;
  const bool divides_;
  std::vector<Pending> pending_;
  std::vector<LaneArrival> arrivals_;
};

}  // namespace lanefold
