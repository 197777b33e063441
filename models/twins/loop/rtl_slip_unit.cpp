// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss with RTL inside that has time.
#include "twins/loop/rtl_slip_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "blocks/pipeline/warp_protocol.h"
#include "decisions/execute/slice.h"
#include "decisions/load_store/outstanding_load.h"
#include "lanefold/error.h"
#include "twins/verilated/mdt_twin.h"

namespace lanefold {

WatchedDivergenceTable::WatchedDivergenceTable(const sc_core::sc_module_name& name,
                                               const CoreContext& core, const RtlWorld& world)
    : MemoryDivergenceTable(name, core.config, core.clock),
      units_(std::make_shared<SlipUnits>(*this, core.config, core.clock, world)) {}

/// What decisions do, and values that come, the RTL knows itself.
void WatchedDivergenceTable::carry_out(MdtRequest& request) {
  units_->reach();
  MemoryDivergenceTable::carry_out(request);
  if (request.kind == MdtRequest::Kind::Take) units_->take(request.slot, request.index);
  if (request.kind == MdtRequest::Kind::Clear) units_->clear_table(request.slot);
}

WatchedSlipController::WatchedSlipController(const sc_core::sc_module_name& name,
                                             const CoreContext& core,
                                             std::shared_ptr<SlipUnits> units)
    : SlipController(name, core.config), units_(std::move(units)) {}

void WatchedSlipController::carry_out(SlipRequest& request) {
  if (request.kind == SlipRequest::Kind::Reset) units_->clear_slip(request.slot);
  SlipController::carry_out(request);
}

WatchedCompletionBuffer::WatchedCompletionBuffer(const sc_core::sc_module_name& name,
                                                 const CoreContext& core,
                                                 std::shared_ptr<SlipUnits> units)
    : MissCompletionBuffer(name, core.config), units_(std::move(units)) {}

void WatchedCompletionBuffer::carry_out(CompletionRequest& request) {
  using Kind = CompletionRequest::Kind;
  MissCompletionBuffer::carry_out(request);
  switch (request.kind) {
    case Kind::Allocate:
    case Kind::LineSent:
      return units_->send(request.slot, request.entry, request.lanes,
                          request.kind == Kind::Allocate);
    case Kind::LineArrived:
      return units_->receive(request.slot, request.entry, request.lanes, request.release,
                             request.cycle);
    case Kind::Clear:
      return units_->reset();
  }
}

RtlMemoryDivergence::RtlMemoryDivergence(const sc_core::sc_module_name& name,
                                         const PipelineContext& core,
                                         std::shared_ptr<SlipUnits> units, const RtlWorld& world)
    : MemoryDivergence(name, core.config, core.slices, core.memory_divergence_table.get(),
                       core.slip, core.statistics.slip, core.wake, core.wires.loads_to_decide),
      slices_(core.slices),
      clock_(core.clock),
      makes_way_(core.config.slip.when_all_miss != AllMiss::Wait),
      units_(std::move(units)),
      on_difference_(world.on_difference),
      edge_(core.domain, [this] { units_->reach(); }) {
  units_->wake_by([this](Cycle cycle) { edge_.set(cycle); });
  units_->check_by(
      [this](unsigned slot, const SlipUnitTwin::Outputs& outputs) { check_state(slot, outputs); });
}

SlipUnits::Offer RtlMemoryDivergence::offer_of(const WarpInstruction& load,
                                               const MissSituation& known) const {
  const SliceLanes& lanes = load.slice->lanes();
  const std::size_t ready = lanes.on_miss().ready_entry();
  SlipUnits::Offer offer;
  if (load.load != nullptr) offer.load = load.load->entry;
  offer.place = mdt_place(lanes.current().pc, lanes.current().depth);
  offer.lanes = load.active;
  offer.max = limit();
  offer.elsewhere = known.elsewhere;
  if (makes_way_ && ready != lanes.on_miss().table().entries().size()) {
    offer.ready_other = static_cast<unsigned>(ready);
  }
  return offer;
}

std::optional<MemoryDivergence::LoadDecision> RtlMemoryDivergence::ask(WarpInstruction& load,
                                                                       const MissSituation& known,
                                                                       LaneMask behind) {
  const auto outputs = units_->offer(load.slot, offer_of(load, known));
  if (on_difference_) note(load, outputs, MemoryDivergence::ask(load, known, behind));
  if (!outputs) return std::nullopt;
  check_decision(load, known, *outputs);
  return LoadDecision{{outputs->proceed, outputs->yield}, outputs->others};
}

void RtlMemoryDivergence::check_decision(const WarpInstruction& load, const MissSituation& known,
                                         const SlipUnitTwin::Outputs& outputs) const {
  if (outputs.missing != known.missing) {
    refuse(load.slot, fmt::format("lanes {:#x} of a load have no value, not {:#x}",
                                  outputs.missing.bits(), known.missing.bits()));
  }
  const LaneMask here = known.lanes.without(known.missing) | known.ready;
  const LaneMask elsewhere = load.slice->lanes().on_miss().ready_elsewhere();
  if (!here.contains(outputs.proceed) || !elsewhere.contains(outputs.others)) {
    refuse(load.slot, fmt::format("lanes {:#x} go on, of {:#x} that have values, and {:#x} run "
                                  "instead, of {:#x}",
                                  outputs.proceed.bits(), here.bits(), outputs.others.bits(),
                                  elsewhere.bits()));
  }
  const unsigned choices = (outputs.proceed.any() ? 1U : 0U) + (outputs.yield ? 1U : 0U) +
                           (outputs.others.any() ? 1U : 0U);
  const bool stays =
      outputs.others.any() || (outputs.proceed.any() && !outputs.proceed.contains(known.lanes));
  if (choices > 1 || (outputs.yield && !known.elsewhere) || (stays && !known.room)) {
    refuse(load.slot,
           fmt::format("lanes {:#x} go on, yield_o is {}, and lanes {:#x} run instead, "
                       "with {} elsewhere and {} entry of the table",
                       outputs.proceed.bits(), outputs.yield, outputs.others.bits(),
                       known.elsewhere ? "lanes" : "no lanes", known.room ? "an" : "no"));
  }
}

void RtlMemoryDivergence::check_state(unsigned slot, const SlipUnitTwin::Outputs& outputs) const {
  const std::vector<LeftBehind>& left = slices_[slot]->lanes().on_miss().table().entries();
  bool same = outputs.valid == (std::uint64_t{1} << left.size()) - 1;
  for (std::size_t e = 0; same && e < left.size(); ++e) {
    const SlipUnitTwin::Entry& entry = outputs.entries[e];
    same = entry.place == mdt_place(left[e].pc, left[e].depth) &&
           entry.waiting == left[e].waiting && entry.ready == left[e].ready;
    if (same) continue;
    refuse(slot, fmt::format("entry {} of the table has lanes {:#x} that wait and {:#x} that are "
                             "ready at {:#x}, not {:#x} and {:#x} at {:#x}",
                             e, entry.waiting.bits(), entry.ready.bits(), entry.place,
                             left[e].waiting.bits(), left[e].ready.bits(),
                             mdt_place(left[e].pc, left[e].depth)));
  }
  if (!same) {
    refuse(slot, fmt::format("entries {:#b} of the table are valid, not the first {}",
                             outputs.valid, left.size()));
  }
  const unsigned most = *std::max_element(outputs.ahead.begin(), outputs.ahead.end());
  if (most == slices_[slot]->slip().most()) return;
  refuse(slot, fmt::format("a lane is {} loads ahead, not {}", most, slices_[slot]->slip().most()));
}

/// Empty if there is none.
std::string RtlMemoryDivergence::difference(const std::optional<SlipUnitTwin::Outputs>& outputs,
                                            const std::optional<LoadDecision>& model) {
  if (outputs.has_value() != model.has_value()) {
    return fmt::format("is decided {} than in the model", outputs ? "earlier" : "later");
  }
  const bool same =
      !outputs || (outputs->proceed == model->proceed && outputs->yield == model->yield &&
                   outputs->others == model->others);
  if (same) return {};
  return fmt::format("lets lanes {:#x} go on, and in the model {:#x}",
                     (outputs->proceed | outputs->others).bits(),
                     (model->proceed | model->others).bits());
}

void RtlMemoryDivergence::note(const WarpInstruction& load,
                               const std::optional<SlipUnitTwin::Outputs>& outputs,
                               const std::optional<LoadDecision>& model) const {
  const std::string what = difference(outputs, model);
  if (what.empty()) return;
  on_difference_(fmt::format("{}, cycle {}: {} of thread {} {}", name(), clock_.now(),
                             text_of(load), load.slot, what));
}

void RtlMemoryDivergence::refuse(unsigned slot, const std::string& what) const {
  throw Error(ErrorKind::Internal, fmt::format("{}, cycle {}: slip_unit of thread {}: {}", name(),
                                               clock_.now(), slot, what));
}

}  // namespace lanefold
