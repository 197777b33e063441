// SPDX-License-Identifier: Apache-2.0
// A cache that a directory keeps equal to others: what it has asked for and gives up, and probes.
#include "blocks/cache/coherent_lines.h"

#include <algorithm>
#include <utility>

#include "lanefold/error.h"

namespace lanefold {
namespace {

LineCondition stable(LineState state) {
  switch (state) {
    case LineState::Invalid:
      return LineCondition::Invalid;
    case LineState::Shared:
      return LineCondition::Shared;
    case LineState::Exclusive:
      return LineCondition::Exclusive;
    case LineState::Modified:
      return LineCondition::Modified;
  }
  return LineCondition::Invalid;
}

}  // namespace

CoherentLines::CoherentLines(std::string name, CacheArray& array, CacheMshrs& mshrs,
                             std::uint32_t registers, unsigned id)
    : name_(std::move(name)), array_(array), mshrs_(mshrs), id_(id), asked_(registers) {}

LineCondition CoherentLines::condition(std::uint64_t line) const {
  const auto leaving = find_leaving(line);
  if (leaving != leaving_.end()) return leaving->condition;
  const auto place = array_.find(line);
  if (const auto mshr = mshrs_.find(line)) {
    if (asked_[*mshr] == CoherenceRequest::GetModified) {
      return place ? LineCondition::Upgrading : LineCondition::FetchingModified;
    }
    return mshrs_.closed(*mshr) ? LineCondition::FetchingSharedOnce : LineCondition::FetchingShared;
  }
  return place ? stable(array_.state(*place)) : LineCondition::Invalid;
}

void CoherentLines::give_up(DownRequest& put, bool modified) {
  put.ask(modified ? CoherenceRequest::PutModified : CoherenceRequest::PutExclusive, id_);
  leaving_.push_back(
      {&put, modified ? LineCondition::LeavingModified : LineCondition::LeavingExclusive});
}

std::optional<CoherentLines::Effect> CoherentLines::take(tlm::tlm_generic_payload& payload,
                                                         std::uint64_t line) {
  auto& probe = *payload.get_extension<ProbeExtension>();
  const LineCondition before = condition(line);
  const ProbeReaction reaction = react(before, probe.kind);
  if (reaction.when == ProbeReaction::When::AfterFill) return std::nullopt;
  if (reaction.when == ProbeReaction::When::Never) {
    throw Error(ErrorKind::Internal,
                name_ + ": a probe finds a line that is " + line_condition_name(before));
  }
  probe.modified = reaction.modified;
  probe.kept = reaction.kept;
  if (reaction.modified) give(payload, line);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return change(line, before, reaction.next);
}

/// The data of a line that is here or leaves.
void CoherentLines::give(tlm::tlm_generic_payload& probe, std::uint64_t line) const {
  const auto place = array_.find(line);
  copy_answer(probe, place ? array_.data(*place) : find_leaving(line)->put->data());
}

CoherentLines::Effect CoherentLines::change(std::uint64_t line, LineCondition from,
                                            LineCondition to) {
  const auto place = array_.find(line);
  Effect effect;
  if (to == LineCondition::Left) {
    Leaving& leaving = leaving_[find_leaving(line) - leaving_.cbegin()];
    leaving.condition = to;
    effect.overtaken = leaving.put;
  } else if (to == LineCondition::FetchingSharedOnce) {
    mshrs_.close(*mshrs_.find(line));
  } else if (to == LineCondition::Shared) {
    array_.set_state(*place, LineState::Shared);
  } else if (place && from != to) {
    array_.set_state(*place, LineState::Invalid);
    effect.invalidated = true;
  }
  return effect;
}

std::vector<CoherentLines::Leaving>::const_iterator CoherentLines::find_leaving(
    std::uint64_t line) const {
  return std::find_if(leaving_.begin(), leaving_.end(),
                      [&](const Leaving& leaving) { return leaving.put->line == line; });
}

}  // namespace lanefold
