// SPDX-License-Identifier: Apache-2.0
// Compaction control with RTL inside.
#include "twins/loop/rtl_compaction_control.h"

#include <fmt/format.h>

#include "lanefold/error.h"
#include "twins/loop/rtl_widths.h"
#include "twins/verilated/scc_pipeline_twin.h"

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
      policy_(core.config.compaction),
      widths_(rtl_alu_lanes(core.config), core.config.alu_width),
      narrow_(has_narrow_instructions(core.config)),
      bits_16_(widths_.bits_32.lanes(), core.config.alu_width, 16) {
  if (blocks.control()) {
    const ControlBlock block = control_block_of(policy_);
    control_.emplace(widths_, [&](const QuadGeometry& geometry, const char* suffix) {
      const std::string twin = control_block_name(block) + std::string(suffix);
      return AskedTwin(make_control_twin(block, geometry, place_in(*this, world.session, twin)),
                       world, control_block_name(block));
    });
  }
  if (blocks.has("scc_pipeline")) {
    const std::string name = "scc_pipeline";
    pipeline_.emplace(widths_, [&](const QuadGeometry& geometry, const char* suffix) {
      return AskedTwin<ControlTwin>(
          make_scc_pipeline_twin(geometry, place_in(*this, world.session, name + suffix)), world,
          name);
    });
  }
  if (blocks.has("compaction_sequencer")) {
    sequencer_ = std::make_unique<SequencedControl>(*this, core.config, world);
  }
}

CompactionControl::Decision RtlCompactionControl::decide(LaneMask active,
                                                         const QuadGeometry& geometry,
                                                         Schedule* schedule) {
  const bool of_16 = geometry.operand_bits() == 16;
  const std::optional<Schedule> decided =
      answer(active, !narrow_ ? geometry
                     : of_16  ? bits_16_
                              : widths_.of_bits(geometry.operand_bits()));
  if (!decided) return CompactionControl::decide(active, geometry, schedule);
  if (schedule != nullptr) *schedule = *decided;
  return {decided->cycles(), decided->swizzled_lanes()};
}

std::optional<Schedule> RtlCompactionControl::answer(LaneMask active,
                                                     const QuadGeometry& geometry) {
  std::optional<Schedule> answer;
  const auto hear = [&](const char* block, const Schedule& said) {
    if (answer && !equal(*answer, said)) {
      throw Error(ErrorKind::Internal,
                  fmt::format("{} answers mask {:#x} under {} unlike the block before it ({}-bit "
                              "operands)",
                              block, active.bits(), name_of(policy_), geometry.operand_bits()));
    }
    answer = said;
  };
  const bool of_16 = geometry.operand_bits() == 16;
  if (control_ && !of_16) hear("the control block", control_->ask(geometry).schedule(active));
  if (pipeline_ && !of_16) hear("scc_pipeline", pipeline_->ask(geometry).schedule(active));
  if (sequencer_) hear("compaction_sequencer", sequencer_->schedule(active, geometry));
  return answer;
}

}  // namespace lanefold
