// SPDX-License-Identifier: Apache-2.0
// Which slices of a core run.
#include "warp_slices/warp_slices.h"

#include <ostream>

namespace lanefold {

WarpSlices::WarpSlices(const sc_core::sc_module_name& name, const CoreConfig& config,
                       const CoreClock& clock, std::vector<std::unique_ptr<Slice>>& slices,
                       Alarm& wake)
    : sc_module(name),
      clock_(clock),
      slices_(slices),
      wake_(wake),
      table_(config.warps, config.warp_width, static_cast<unsigned>(slices.size())) {
  divide(simd_of(config));
}

void WarpSlices::divide(SimdConfiguration simd) {
  table_.divide(simd.width);
  depth_ = simd.depth;
  running_ = dormant_ = {};
  for (unsigned slot = 0; slot < slices_.size(); ++slot) {
    const SliceEntry& entry = table_[slot];
    slices_[slot]->assign(entry.warp, entry.lanes, slot < depth_);
  }
}

void WarpSlices::take_command(ThreadCommand& command) {
  if (running_.count() < depth_) return run(command.slot, command.kind, command.cycle);
  dormant_.set(command.slot);
  kinds_[command.slot] = command.kind;
}

void WarpSlices::run(unsigned slot, ThreadCommand::Kind kind, Cycle cycle) {
  running_.set(slot);
  ThreadCommand go{kind, slot, cycle};
  admitted.send(go);
  wake_.set(cycle);
}

void WarpSlices::take_stopped(WarpInstruction& instruction) {
  running_.reset(instruction.slot);
  if (dormant_.any()) {
    const unsigned next = dormant_.lowest();
    dormant_.reset(next);
    run(next, kinds_[next], clock_.now() + 1);
  }
  retired.send(instruction);
}

void WarpSlices::describe(std::ostream& out) const {
  for (const unsigned slot : dormant_) out << name() << ": thread " << slot << " is dormant\n";
}

}  // namespace lanefold
