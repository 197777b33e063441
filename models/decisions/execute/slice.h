// SPDX-License-Identifier: Apache-2.0
// What a core schedules: lanes of one warp that have a hardware thread of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "decisions/divergence/slice_lanes.h"
#include "decisions/execute/warp.h"
#include "decisions/memory_divergence/slip_counting.h"
#include "decisions/program/program_image.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Registers, private memory and the identities of work-items are the warp's; where its lanes are
/// and what they wait for is the slice's. On a conventional machine each warp is one slice. Where
/// warps are divided (IPDPS'12), each slice has a Warp object of its own, of which it uses its
/// lanes: slices have different lanes, so this makes no difference. A slice that lanes of another
/// have become while they ran (dynamic warp subdivision) uses the Warp of that one.
class Slice {
 public:
  /// `warp` outlives the slice.
  Slice(const CoreConfig& core, Warp& warp)
      : Slice(core, warp, own_left_behind_table(), std::make_unique<SlipCounting>(core)) {}
  /// What lanes that loads leave behind are kept in, and who says which.
  Slice(const CoreConfig& core, Warp& warp, LeftBehindAccess left_behind,
        std::unique_ptr<SliceSlip> slip)
      : own_(&warp),
        warp_(&warp),
        lanes_(core.reconvergence, std::move(left_behind)),
        slip_(std::move(slip)),
        assigned_(LaneMask::first(core.warp_width)) {
    if (core.slip.gather_at_loop_exits) lanes_.on_miss().gather_at_loop_exits();
  }

  /// Schedules these lanes of the core's warp `number` from now on. A slice that is not
  /// active gets no work-items of kernels that take them slice by slice.
  void assign(unsigned number, LaneMask lanes, bool active) {
    number_ = number;
    assigned_ = lanes;
    active_ = active;
  }
  /// Number of the core's warp whose lanes the slice has.
  unsigned warp_number() const { return number_; }
  LaneMask assigned() const { return assigned_; }
  bool active() const { return active_; }

  /// All work-items of the warp, which has been started, begin the kernel.
  void start() {
    const Launch& launch = warp_->launch();
    leave_barrier();
    slip_->reset();
    frees_ = this;
    lanes_.start(launch.entry, launch.image->flow.block_at(launch.entry).rank, warp_->dispatched());
  }

  /// Lanes of `giver` go on as this slice.
  void start(const Slice& giver, const Part& part) {
    warp_ = giver.warp_;
    leave_barrier();
    slip_->reset();
    lanes_.start(part);
  }
  /// The slice no longer has lanes of another slice.
  void end_part() { warp_ = own_; }

  /// Whose slot is free when this slice has ended; nullptr if others still have lanes of its warp.
  const Slice* frees() const { return frees_; }
  void set_frees(const Slice* slice) { frees_ = slice; }

  /// Instructions of the slice between fetch and write-back.
  unsigned in_flight() const { return in_flight_; }
  void enter_pipeline() { ++in_flight_; }
  void leave_pipeline() { --in_flight_; }
  void empty_pipeline() { in_flight_ = 0; }

  Warp& warp() const { return *warp_; }
  SliceLanes& lanes() { return lanes_; }
  const SliceLanes& lanes() const { return lanes_; }
  bool done() const { return lanes_.done(); }
  SliceSlip& slip() { return *slip_; }
  const SliceSlip& slip() const { return *slip_; }

  bool at_barrier() const { return at_barrier_; }
  /// Pc of the barrier at which the slice waits, or waited last.
  std::uint32_t barrier_pc() const { return barrier_pc_; }
  void wait_at_barrier(std::uint32_t pc) {
    at_barrier_ = true;
    barrier_pc_ = pc;
  }
  void leave_barrier() { at_barrier_ = false; }

  /// Which of the machine's hardware threads it is.
  unsigned thread() const { return thread_; }
  void set_thread(unsigned thread) { thread_ = thread; }

 private:
  Warp* own_;
  Warp* warp_;
  SliceLanes lanes_;
  std::unique_ptr<SliceSlip> slip_;
  unsigned number_ = 0;
  LaneMask assigned_;
  bool active_ = true;
  std::uint32_t barrier_pc_ = 0;
  bool at_barrier_ = false;
  unsigned thread_ = 0;
  unsigned in_flight_ = 0;
  const Slice* frees_ = this;
};

}  // namespace lanefold
