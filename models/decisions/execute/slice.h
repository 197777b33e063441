// SPDX-License-Identifier: Apache-2.0
// What a core schedules of RISC-V code: lanes of one warp that have a hardware thread of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decisions/divergence/slice_lanes.h"
#include "decisions/execute/warp.h"
#include "decisions/memory_divergence/slip_counting.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/pipeline/state_watch.h"
#include "decisions/program/program_image.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Registers, private memory and the identities of work-items are the warp's; where its lanes are
/// and what they wait for is the slice's. On a conventional machine each warp is one slice. Where
/// warps are divided (IPDPS'12), each slice has a Warp object of its own, of which it uses its
/// lanes: slices have different lanes, so this makes no difference. A slice that lanes of another
/// have become while they ran (dynamic warp subdivision) uses the Warp of that one.
class Slice final : public HardwareThread {
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
        slip_(std::move(slip)) {
    assign(0, LaneMask::first(core.warp_width), true);
    if (core.slip.gather_at_loop_exits) lanes_.on_miss().gather_at_loop_exits();
  }

  /// All work-items of the warp, which has been started, begin the kernel.
  void start() {
    const Launch& launch = warp_->launch();
    leave_barrier();
    slip_->reset();
    state_watch_.start();
    set_frees(this);
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

  Warp& warp() const { return *warp_; }
  SliceLanes& lanes() { return lanes_; }
  const SliceLanes& lanes() const { return lanes_; }
  bool done() const { return lanes_.done(); }
  SliceSlip& slip() { return *slip_; }
  const SliceSlip& slip() const { return *slip_; }

  /// Pc of the barrier at which the slice waits, or waited last.
  std::uint32_t barrier_pc() const { return barrier_pc_; }
  /// Whether the slice waits for its sub-group alone.
  bool at_sub_group_barrier() const {
    return at_barrier() && is_sub_group_barrier(warp_->launch().image->at(barrier_pc_));
  }
  void wait_at_barrier(std::uint32_t pc) {
    reach_barrier();
    barrier_pc_ = pc;
  }

  void enter(WarpInstruction& instruction) override;
  ThreadPlace place() const override {
    if (done()) return {0, true, false};
    return {lanes_.current().pc, false, lanes_.waits()};
  }
  const PipelineInstruction& next() const override {
    return warp_->launch().image->at(lanes_.current().pc);
  }
  std::uint32_t code_bytes(std::uint32_t /*pc*/, unsigned count) const override {
    return 4 * count;
  }
  ThreadMasks masks(const PipelineInstruction& /*instruction*/) const override {
    return {warp_->dispatched(), lanes_.current().mask, warp_->registers().full,
            lanes_.on_miss().off_by_memory(), lanes_.current().mask};
  }
  void advance(const PipelineInstruction& instruction) override;
  LaneMask predicate(const WarpInstruction& instruction) const override;
  void execute(WarpInstruction& instruction) override;
  LaneMask taken(const WarpInstruction& branch) const override;
  void complete(const WarpInstruction& instruction) override;
  bool resolve(const WarpInstruction& instruction, LaneMask taken) override;
  void check_quiet(std::uint32_t pc, bool late, const LimitsConfig& limits) override {
    blocks_without_choice_ = late ? 0 : blocks_without_choice_ + 1;
    if (warp_->quiet_instructions() < StateWatch::kQuietInstructions) return;
    check_loop(pc, limits);
  }
  bool repeats(std::uint64_t changes) const override { return state_watch_.repeats(changes); }
  std::uint64_t quiet_instructions() const override { return warp_->quiet_instructions(); }
  Error standstill() const override;
  MissCounts& misses() override { return warp_->misses(); }
  std::size_t split_count() const override { return lanes_.split_count(); }
  std::uint64_t merges() const override { return lanes_.merges(); }
  LaneMask left_behind() const override { return lanes_.on_miss().table().lanes(); }
  std::uint64_t catch_ups() const override { return lanes_.on_miss().catch_ups(); }
  ThreadGroup& group() const override;
  std::string text(const PipelineInstruction& instruction) const override;
  std::string source_line(std::uint32_t pc) const override;

 private:
  void check_loop(std::uint32_t pc, const LimitsConfig& limits);
  bool comes_back();

  Warp* own_;
  Warp* warp_;
  SliceLanes lanes_;
  std::unique_ptr<SliceSlip> slip_;
  std::uint32_t barrier_pc_ = 0;
  StateWatch state_watch_;
  std::vector<std::uint64_t> places_;        ///< scratch
  std::uint32_t blocks_without_choice_ = 0;  ///< that it has come through since it last had one
};

}  // namespace lanefold
