// SPDX-License-Identifier: Apache-2.0
// Dynamic warp subdivision.
#include "blocks/warp_slices/subdivision.h"

#include "decisions/execute/executor.h"
#include "decisions/execute/work_group.h"
#include "decisions/profile/flight_profile.h"

namespace lanefold {

Subdivision::Subdivision(const CoreConfig& config, const SliceTable& table, SliceInitiator& changes,
                         std::vector<std::unique_ptr<Slice>>& slices,
                         SubdivisionStatistics& statistics)
    : rule_(division_rule(config.division)),
      table_(table),
      changes_(changes),
      slices_(slices),
      statistics_(statistics) {}

void Subdivision::begin(bool divides) {
  divides_ = divides;
  for (const unsigned slot : parts_) slices_[slot]->end_part();
  parts_ = {};
}

std::optional<unsigned> Subdivision::divide(Division& division, bool others_run) {
  const WarpInstruction& instruction = *division.instruction;
  const bool at_load = division.lanes.any();
  division.answer = Division::Answer::Never;
  const bool at_once = !at_load || rule_.eager || !others_run;
  if (!divides_ || (!at_once && !rule_.later)) return {};
  division.answer = Division::Answer::Later;
  if (!at_once || instruction.slice->in_flight() != 1) return {};
  if (!table_.room()) {
    statistics_.refused += division.refused ? 0 : 1;
    division.refused = true;
    return {};
  }
  const std::optional<Part> part = part_of(division);
  division.answer = part ? Division::Answer::Done : Division::Answer::Never;
  if (!part) return {};
  const unsigned from = instruction.slot;
  const unsigned slot = changes_.split_off(from, part->split.mask);
  giver_[slot] = part->reconvergence.exists() ? from : kNobody;
  root_[slot] = root_of(from);
  parts_.set(slot);
  slices_[slot]->start(*instruction.slice, *part);
  slices_[slot]->warp().group().join(*slices_[slot]);
  assign(from);
  assign(slot);
  ++(at_load ? statistics_.at_loads : statistics_.at_branches);
  if (FlightProfile* flight = instruction.profile) {
    ++(at_load ? flight->counts->divisions_at_loads : flight->counts->divisions_at_branches);
    flight->counts->splits += at_load ? 1 : 0;  // that of a branch is counted where it resolves
  }
  return slot;
}

std::optional<Part> Subdivision::part_of(const Division& division) const {
  const WarpInstruction& instruction = *division.instruction;
  Slice& slice = *instruction.slice;
  SliceSubdivision& lanes = slice.lanes().subdivision();
  if (division.lanes.any()) {
    return lanes.split_at_load(after_load(slice, instruction.riscv()), division.lanes);
  }
  const ReconvergencePoint join = after_branch(slice, instruction.riscv());
  const LaneMask one = slice.lanes().current().mask;
  return lanes.split_at_branch(instruction.active.without(one), join);
}

/// Whether the slice in `slot` can stop and other slices can take its lanes.
bool Subdivision::drained(unsigned slot) const {
  const Slice& slice = *slices_[slot];
  return !slice.done() && !slice.at_barrier() && slice.in_flight() == 0;
}

std::optional<Subdivision::Union> Subdivision::unite() {
  for (const unsigned slot : parts_) {
    if (!drained(slot)) continue;
    SliceSubdivision& lanes = slices_[slot]->lanes().subdivision();
    if (lanes.at_reconvergence()) {
      const unsigned giver = giver_[slot];
      SliceLanes& others = slices_[giver]->lanes();
      const bool waited = others.waits();
      others.subdivision().reconverge(lanes);
      give_back(slot, giver);
      ++statistics_.reunions;
      return Union{slot, giver, waited && !others.waits()};
    }
    const std::optional<unsigned> twin = twin_of(slot);
    if (!twin) continue;
    slices_[*twin]->lanes().subdivision().merge(lanes);
    give_back(slot, *twin);
    ++statistics_.early_reunions;
    return Union{slot, *twin, false};
  }
  return {};
}

/// Who can take its lanes: the slice that it came from, or another that came from that.
std::optional<unsigned> Subdivision::twin_of(unsigned slot) const {
  const SliceSubdivision& lanes = slices_[slot]->lanes().subdivision();
  const unsigned giver = giver_[slot];
  SlotSet relatives = parts_;
  relatives.set(giver != kNobody ? giver : root_[slot]);
  for (const unsigned other : relatives) {
    if (other == slot || !drained(other)) continue;
    const SliceSubdivision& others = slices_[other]->lanes().subdivision();
    const unsigned giver_of_other = parts_.test(other) ? giver_[other] : kNobody;
    const bool related =
        giver == other || (giver == giver_of_other && root_[slot] == root_of(other) &&
                           others.reconvergence() == lanes.reconvergence());
    if (related && others.can_merge(lanes)) return other;
  }
  return {};
}

void Subdivision::give_back(unsigned slot, unsigned to) {
  slices_[slot]->warp().group().retire(slices_[slot].get());
  merge(slot, to);
  slices_[slot]->end_part();
}

/// In the table, the lanes are those of the other slice.
void Subdivision::merge(unsigned part, unsigned into) {
  changes_.merge(into, part);
  parts_.reset(part);
  assign(into);
  assign(part);
}

void Subdivision::end(unsigned slot) {
  const unsigned root = root_of(slot);
  bool last = slices_[root]->done();
  for (const unsigned part : parts_) last = last && (part == slot || root_[part] != root);
  slices_[slot]->set_frees(last ? slices_[root].get() : nullptr);
  if (parts_.test(slot)) merge(slot, root);
}

void Subdivision::assign(unsigned slot) {
  const SliceEntry& entry = table_[slot];
  slices_[slot]->assign(entry.warp, entry.lanes, slices_[slot]->active());
}

}  // namespace lanefold
