// SPDX-License-Identifier: Apache-2.0
// A cache's backward path to those who ask.
#include "blocks/cache/upstream_responses.h"

#include "blocks/memory_link/look_up_phase.h"

namespace lanefold {

CacheRequest& UpstreamResponses::remember(const CacheRequest& request) {
  CacheRequest& remembered = pool_.take();
  remembered = request;
  ++open_;
  return remembered;
}

void UpstreamResponses::accept(CacheRequest& request) {
  if (request.accepted) return;
  request.accepted = true;
  to_accept_.push_back(&request);
}

bool UpstreamResponses::accepted_by_return(const CacheRequest& request) {
  if (!request.accepted) return false;
  to_accept_.pop_back();
  return true;
}

void UpstreamResponses::report_miss(const CacheRequest& request) {
  if (request.blocking != nullptr) return;
  tlm::tlm_phase phase = LOOK_UP_MISSED;
  sc_core::sc_time delay = spec_.hit_time;
  up_[request.port]->nb_transport_bw(*request.payload, phase, delay);
}

void UpstreamResponses::answer(CacheRequest& request) {
  if (request.journey != nullptr) {
    request.journey->leave(spec_.level, spec_.clock.cycle_after() - request.arrived);
  }
  if (request.blocking != nullptr) {
    request.blocking->notify(sc_core::SC_ZERO_TIME);
    finish(request);
    return;
  }
  (request.probe ? probe_answers_ : answers_.at(request.port)).push(request);
  answers_due_ = true;
}

void UpstreamResponses::send(Cycle now) {
  end_requests();
  if (answers_due_) send_answers(now);
}

void UpstreamResponses::end_requests() {
  while (!to_accept_.empty()) {
    CacheRequest& request = *to_accept_.front();
    to_accept_.pop_front();
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    up_[request.port]->nb_transport_bw(*request.payload, phase, delay);
  }
}

void UpstreamResponses::send_answers(Cycle now) {
  const auto finished = [this](CacheRequest& request) { finish(request); };
  answers_due_ = false;
  if (!probe_answers_.empty()) probe_answers_.send(*probes_[0], now, finished);
  const Cycle next = answers_.send(up_, now, finished);
  send_answers_in(std::min(probe_answers_.due(), next));
}

void UpstreamResponses::send_answers_in(Cycle cycle) {
  if (cycle == kNever) return;
  answers_due_ = true;
  schedule_.wake(std::max(cycle, spec_.clock.cycle_after()));
}

void UpstreamResponses::end(Answers& answers, const sc_core::sc_time& delay) {
  answers.end(delay, [this](CacheRequest& request) { finish(request); });
  send_answers_in(answers.due());
  schedule_.set_alarm();
}

void UpstreamResponses::finish(CacheRequest& request) {
  note_answer(spec_.clock.cycle_after());
  if (request.blocking == nullptr) request.payload->release();
  pool_.give_back(request);
  --open_;
}

}  // namespace lanefold
