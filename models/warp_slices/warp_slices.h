// SPDX-License-Identifier: Apache-2.0
// Between thread dispatcher and fetch: which slices of a core run (IPDPS'12 section IV-A).
#pragma once

#include <array>
#include <iosfwd>
#include <memory>
#include <systemc>
#include <vector>

#include "common/alarm.h"
#include "common/core_clock.h"
#include "execute/slice.h"
#include "pipeline/warp_protocol.h"
#include "warp_slices/simd_configuration.h"
#include "warp_slices/slice_table.h"

namespace lanefold {

/// Divides the core's warps into slices, and lets no more of them run than the depth says. A slice
/// that is started or resumed beyond that is dormant until another ends or comes to a barrier; the
/// lowest slot is first.
class WarpSlices : public sc_core::sc_module {
 public:
  /// From the thread dispatcher.
  ThreadTarget<WarpSlices> command{"command", this, &WarpSlices::take_command};
  ThreadInitiator admitted{"admitted"};  ///< to fetch
  /// From write-back: a slice has ended, or waits at a barrier.
  WarpTarget<WarpSlices> stopped{"stopped", this, &WarpSlices::take_stopped};
  WarpInitiator retired{"retired"};  ///< the same, to the thread dispatcher

  /// `slices` are by slot, and outlive the module. `wake` is set when one goes on.
  WarpSlices(const sc_core::sc_module_name& name, const CoreConfig& config, const CoreClock& clock,
             std::vector<std::unique_ptr<Slice>>& slices, Alarm& wake);

  /// Nothing runs; the warps are divided as `simd` says.
  void divide(SimdConfiguration simd);
  /// Slices that would run if the depth allowed it.
  SlotSet dormant() const { return dormant_; }
  void describe(std::ostream& out) const;

 private:
  void take_command(ThreadCommand& command);
  void take_stopped(WarpInstruction& instruction);
  void run(unsigned slot, ThreadCommand::Kind kind, Cycle cycle);

  const CoreClock& clock_;
  std::vector<std::unique_ptr<Slice>>& slices_;
  Alarm& wake_;
  SliceTable table_;
  unsigned depth_ = 0;
  SlotSet running_;
  SlotSet dormant_;
  std::array<ThreadCommand::Kind, kMostSlots> kinds_{};  ///< what a dormant slice was told
};

}  // namespace lanefold
