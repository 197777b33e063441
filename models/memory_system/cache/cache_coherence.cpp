// SPDX-License-Identifier: Apache-2.0
// A cache that a directory keeps equal to others: the lines it gives up, and the probes it answers.
#include <algorithm>

#include "lanefold/error.h"
#include "memory_system/cache/cache.h"

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

LineCondition Cache::condition(std::uint64_t line) const {
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

tlm::tlm_sync_enum Cache::probe_fw(int /*port*/, tlm::tlm_generic_payload& payload,
                                   tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    end_response(probe_answers_, delay);
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  const Cycle arrival = clock_.cycle_after(delay);
  const bool here =
      delay == sc_core::SC_ZERO_TIME && clock_.until(arrival) == sc_core::SC_ZERO_TIME;
  if (here && take_probe(payload)) {
    delay = hit_time_;
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  CacheRequest probe;
  probe.payload = &payload;
  probe.line = payload.get_address() >> line_shift_;
  probe.probe = true;
  CacheRequest& remembered = remember(probe);
  if (here) {
    held_probes_.push_back(&remembered);
  } else {
    wheel_.push(arrival, {Event::Kind::Probe, &remembered, nullptr, nullptr});
    wake();
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void Cache::probe_arrives(CacheRequest& probe, Cycle now) {
  if (take_probe(*probe.payload)) {
    answer_from(probe, now + config_.latency);
  } else {
    held_probes_.push_back(&probe);
  }
}

void Cache::take_held_probes(std::uint64_t line, Cycle now) {
  std::vector<CacheRequest*> held;
  held.swap(held_probes_);
  for (CacheRequest* probe : held) {
    if (probe->line == line) {
      probe_arrives(*probe, now);
    } else {
      held_probes_.push_back(probe);
    }
  }
}

/// Carries a probe out, unless it must wait for a line that is under way.
bool Cache::take_probe(tlm::tlm_generic_payload& payload) {
  auto& probe = *payload.get_extension<ProbeExtension>();
  const std::uint64_t line = payload.get_address() >> line_shift_;
  const LineCondition before = condition(line);
  const ProbeReaction reaction = react(before, probe.kind);
  if (reaction.when == ProbeReaction::When::AfterFill) return false;
  if (reaction.when == ProbeReaction::When::Never) {
    throw Error(ErrorKind::Internal, std::string(name()) + ": a probe finds a line that is " +
                                         line_condition_name(before));
  }
  ++bank_of(line).statistics.probes;
  probe.modified = reaction.modified;
  probe.kept = reaction.kept;
  if (reaction.modified) give(payload, line);
  change(line, before, reaction.next);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return true;
}

/// The data of a line that is here or leaves.
void Cache::give(tlm::tlm_generic_payload& payload, std::uint64_t line) {
  const auto place = array_.find(line);
  copy_answer(payload, place ? array_.data(*place) : find_leaving(line)->put->data());
}

void Cache::change(std::uint64_t line, LineCondition from, LineCondition to) {
  const auto place = array_.find(line);
  if (to == LineCondition::Left) {
    // The data that are under way have become worthless.
    const auto leaving = leaving_.begin() + (find_leaving(line) - leaving_.begin());
    leaving->condition = to;
    writes_.erase(std::remove(writes_.begin(), writes_.end(), leaving->put), writes_.end());
  } else if (to == LineCondition::FetchingSharedOnce) {
    mshrs_.close(*mshrs_.find(line));
  } else if (to == LineCondition::Shared) {
    array_.set_state(*place, LineState::Shared);
  } else if (place && from != to) {
    array_.set_state(*place, LineState::Invalid);
    ++bank_of(line).statistics.invalidations;
  }
}

/// Copies to read are dropped silently; the owner tells, so that the directory never asks in vain.
DownRequest* Cache::put(std::uint64_t line, LineState state, const unsigned char* data) {
  if (!may_write(state)) return nullptr;
  const bool modified = state == LineState::Modified;
  DownRequest* request = nullptr;
  if (modified) {
    request = &write_back(line, data, nullptr);
  } else {
    request = &down_pool_.take();
    request->start(DownRequest::Kind::WriteBack, tlm::TLM_IGNORE_COMMAND, line);
  }
  request->ask(modified ? CoherenceRequest::PutModified : CoherenceRequest::PutExclusive, id_);
  leaving_.push_back(
      {request, modified ? LineCondition::LeavingModified : LineCondition::LeavingExclusive});
  return request;
}

void Cache::put_answered(DownRequest& request) {
  leaving_.erase(find_leaving(request.line));
  if (request.mshr) release(*request.mshr);
  retry_ = !stalled_.empty();
}

std::vector<Cache::Leaving>::const_iterator Cache::find_leaving(std::uint64_t line) const {
  return std::find_if(leaving_.begin(), leaving_.end(),
                      [&](const Leaving& leaving) { return leaving.put->line == line; });
}

unsigned Cache::probe_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
  return debug_here(payload.get_command(), payload.get_address(), payload.get_data_ptr(),
                    payload.get_data_length());
}

}  // namespace lanefold
