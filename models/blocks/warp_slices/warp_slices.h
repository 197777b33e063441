// SPDX-License-Identifier: Apache-2.0
// Between thread dispatcher and fetch: which slices of a core run (IPDPS'12 section IV-A).
#pragma once

#include <array>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "blocks/clock/alarm.h"
#include "blocks/clock/core_clock.h"
#include "blocks/warp_slices/adaptation_state_unit.h"
#include "blocks/warp_slices/slice_control.h"
#include "blocks/warp_slices/subdivision.h"
#include "blocks/warp_slices/warp_slice_table.h"
#include "decisions/execute/slice.h"
#include "decisions/warp_slices/simd_configuration.h"
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
class WarpSlices final : public SliceControl {
 public:
  CallInitiator<AdaptationProtocol, kMayBeUnbound> adaptation{"adaptation"};
  SliceInitiator changes{"changes"};  ///< to the warp-slice table

  /// `slices` are by slot, and outlive the module. So does `table`, which has an entry for each:
  /// what the block at `changes` holds. `wake` is set when a slice goes on.
  WarpSlices(const sc_core::sc_module_name& name, const CoreConfig& config, const CoreClock& clock,
             std::vector<std::unique_ptr<Slice>>& slices, const SliceTable& table,
             SubdivisionStatistics& statistics, Alarm& wake, SliceWires& wires,
             const FetchWires& threads);

  Sockets sockets() override;
  void begin(Cycle now, std::uint64_t tasks) override;
  void tick(Cycle now) override;
  void unite(Cycle now) override;
  bool may_divide() const override { return subdivision_.may_divide(others_run()); }
  AdaptationStatistics statistics(Cycle now) const override;
  std::vector<AdaptationStep> path() const override { return path_; }
  void describe(std::ostream& out) const override;

 private:
  void divide(const SimdConfiguration& simd);
  void feed_slices(bool feed);
  /// Whether a slice can run that does not wait for memory.
  bool others_run() const { return threads_.runnable().without(wires_.dormant).any(); }
  void take_command(ThreadCommand& command) override;
  void take_stopped(WarpInstruction& instruction) override;
  void take_division(Division& division) override;
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
  const FetchWires& threads_;
  const SliceTable& table_;
  Subdivision subdivision_;
  unsigned depth_ = 0;
  std::vector<AdaptationStep> path_;
  SlotSet resident_;                                  ///< slices with work-items
  SlotSet running_;                                   ///< of them, those that run
  std::array<ThreadCommand, kMostSlots> commands_{};  ///< what a dormant slice was told

  bool stopping_ = false;  ///< the thread dispatcher is being told that a slice has stopped
  bool searching_ = false;
  SimdConfiguration simd_;   ///< how the warps are divided, or will be
  bool divides_ = false;     ///< slices divide while they run, or will
  Cycle begin_ = 0;          ///< of the launch
  Cycle interval_ = 0;       ///< in which the interval began
  Cycle drain_ = 0;          ///< in which draining began
  std::uint64_t tasks_ = 0;  ///< that ended in this interval
  AdaptationStatistics counts_;
};

}  // namespace lanefold
