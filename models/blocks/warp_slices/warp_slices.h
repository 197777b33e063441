// SPDX-License-Identifier: Apache-2.0
// Between thread dispatcher and fetch: which slices of a core run (IPDPS'12 section IV-A).
#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "blocks/clock/alarm.h"
#include "blocks/clock/core_clock.h"
#include "blocks/pipeline/warp_protocol.h"
#include "blocks/warp_slices/adaptation_state_unit.h"
#include "blocks/warp_slices/subdivision.h"
#include "decisions/execute/slice.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "decisions/warp_slices/slice_table.h"
#include "lanefold/adaptation_statistics.h"

namespace lanefold {

/// Divides the core's warps into slices, and lets no more of them run than the depth says. A slice
/// that is started or resumed beyond that is dormant until another ends or comes to a barrier. The
/// one that may go on soonest is first, among equals the lowest slot.
///
/// Where slices divide while they run (dynamic warp subdivision), their parts run at once, beyond
/// the depth.
///
/// With `core.adaptation`, a sampling interval ends when enough work-items have ended. Slices then
/// get no new ones; when the last has drained, the adaptation state unit says how the warps are
/// divided next. At the end of a launch, when no work-items are left for the core, that is not
/// done.
class WarpSlices : public sc_core::sc_module {
 public:
  enum class State : std::uint8_t { Running, Draining, Reconfiguring };

  /// From the thread dispatcher.
  ThreadTarget<WarpSlices> command{"command", this, &WarpSlices::take_command};
  ThreadInitiator admitted{"admitted"};  ///< to fetch
  /// From write-back: a slice has ended, or waits at a barrier.
  WarpTarget<WarpSlices> stopped{"stopped", this, &WarpSlices::take_stopped};
  WarpInitiator retired{"retired"};  ///< the same, to the thread dispatcher
  /// A load of which some lanes have their values, and a branch that has diverged.
  CallTarget<WarpSlices, DivisionProtocol> load{"load", this, &WarpSlices::take_division};
  CallTarget<WarpSlices, DivisionProtocol> branch{"branch", this, &WarpSlices::take_division};
  CallInitiator<AdaptationProtocol, kMayBeUnbound> adaptation{"adaptation"};
  /// Whether work-items of the launch are left that the core may get.
  std::function<bool()> work_left = [] { return true; };
  /// The warps have been divided anew, and get work-items again.
  std::function<void()> reconfigured = [] {};
  /// Whether a slice can run that does not wait for memory.
  std::function<bool()> others_run = [] { return false; };

  /// `slices` are by slot, and outlive the module; `table` has an entry for each. `wake` is set
  /// when one goes on.
  WarpSlices(const sc_core::sc_module_name& name, const CoreConfig& config, const CoreClock& clock,
             std::vector<std::unique_ptr<Slice>>& slices, std::unique_ptr<SliceTable> table,
             SubdivisionStatistics& statistics, Alarm& wake);

  /// Nothing runs. A launch begins that has `tasks` work-items for the core, or none if 0.
  void begin(Cycle now, std::uint64_t tasks);
  /// Divides the warps anew when that is due.
  void tick(Cycle now);
  Cycle next_event() const { return due_; }
  /// Slices whose lanes join others end. Nothing else moves between this and the next fetch.
  void unite(Cycle now);
  /// Whether a load that asks now may divide its slice.
  bool may_divide() const { return subdivision_.may_divide(others_run()); }
  State state() const { return state_; }
  /// Slices that would run if the depth allowed it.
  SlotSet dormant() const { return dormant_; }

  /// What the launch's search has counted, up to `now`.
  AdaptationStatistics statistics(Cycle now) const;
  const std::vector<AdaptationStep>& path() const { return path_; }
  void describe(std::ostream& out) const;

 private:
  void divide(const SimdConfiguration& simd);
  void feed_slices(bool feed);
  void take_command(ThreadCommand& command);
  void take_stopped(WarpInstruction& instruction);
  void take_division(Division& division);
  void admit(Cycle now);
  void drain(Cycle now);
  void end_drain(Cycle now);
  void end_interval(Cycle now);
  std::string text() const;
  void take_answer(const AdaptationRequest& answer, Cycle now);

  const CoreConfig& config_;
  const CoreClock& clock_;
  std::vector<std::unique_ptr<Slice>>& slices_;
  Alarm& wake_;
  const std::unique_ptr<SliceTable> table_;
  Subdivision subdivision_;
  unsigned depth_ = 0;
  SlotSet resident_;  ///< slices with work-items
  SlotSet running_;   ///< of them, those that run
  SlotSet dormant_;   ///< of them, those that would run if the depth allowed it
  std::array<ThreadCommand, kMostSlots> told_{};  ///< what a dormant slice was told

  bool stopping_ = false;  ///< the thread dispatcher is being told that a slice has stopped
  State state_ = State::Running;
  bool searching_ = false;
  SimdConfiguration simd_;   ///< how the warps are divided, or will be
  bool divides_ = false;     ///< slices divide while they run, or will
  Cycle begin_ = 0;          ///< of the launch
  Cycle interval_ = 0;       ///< in which the interval began
  Cycle drain_ = 0;          ///< in which draining began
  Cycle due_ = kNever;       ///< when the warps are divided anew
  std::uint64_t tasks_ = 0;  ///< that ended in this interval
  AdaptationStatistics counts_;
  std::vector<AdaptationStep> path_;
};

}  // namespace lanefold
