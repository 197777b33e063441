// SPDX-License-Identifier: Apache-2.0
// Compaction control with RTL inside.
#include "rtl_twins/rtl_compaction_control.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold {
namespace {

bool equal(const Schedule& a, const Schedule& b) {
  if (a.cycles() != b.cycles() || a.lanes() != b.lanes()) return false;
  bool same = true;
  for_each_lane(a.lanes(), [&](unsigned lane) {
    const Schedule::Place left = a.place(lane);
    const Schedule::Place right = b.place(lane);
    same = same && left.cycle == right.cycle && left.position == right.position;
  });
  return same;
}

}  // namespace

RtlCompactionControl::RtlCompactionControl(const sc_core::sc_module_name& name,
                                           const CoreContext& core, const RtlBlocks& blocks,
                                           const RtlWorld& world)
    : CompactionControl(name, core.config, core.geometry, core.statistics),
      policy_(core.config.compaction) {
  if (blocks.control) {
    const ControlBlock block = control_block_of(policy_);
    control_.emplace(core.geometry, [&](const QuadGeometry& geometry, const char* suffix) {
      const std::string twin = control_block_name(block) + std::string(suffix);
      return AskedTwin(make_control_twin(block, geometry, place_in(*this, world.session, twin)),
                       world, control_block_name(block));
    });
  }
  if (blocks.compaction_sequencer) {
    sequencer_ = std::make_unique<SequencedControl>(*this, core.config, world);
  }
}

CompactionControl::Decision RtlCompactionControl::decide(LaneMask active,
                                                         const QuadGeometry& geometry,
                                                         Schedule* schedule) {
  const Schedule decided = answer(active, geometry);
  if (schedule != nullptr) *schedule = decided;
  return {decided.cycles(), decided.swizzled_lanes()};
}

Schedule RtlCompactionControl::answer(LaneMask active, const QuadGeometry& geometry) {
  if (!control_.has_value()) return sequencer_->schedule(active, geometry);
  const Schedule decided = control_->ask(geometry).schedule(active);
  if (sequencer_ == nullptr) return decided;
  const Schedule sequenced = sequencer_->schedule(active, geometry);
  if (!equal(decided, sequenced)) {
    throw Error(ErrorKind::Internal,
                fmt::format("compaction_sequencer and the control block of {} answer mask {:#x} "
                            "differently ({}-bit operands)",
                            policy_, active.bits(), geometry.operand_bits()));
  }
  return sequenced;
}

}  // namespace lanefold
