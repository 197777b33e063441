// SPDX-License-Identifier: Apache-2.0
// An interconnect in time: what passes, and what is handed on.
#include <algorithm>
#include <utility>

#include "blocks/interconnect/crossbar.h"
#include "blocks/memory_link/journey.h"

namespace lanefold {

/// What has arrived before `edge`, the current one, passes, whatever else happens in this cycle and
/// in whichever order.
void Crossbar::pass_before(std::uint64_t edge) {
  if (edge <= passed_until_) return;
  requests_->pass(edge - 1);
  responses_->pass(edge - 1);
  passed_until_ = edge;
}

void Crossbar::evaluate() {
  const std::uint64_t edge = current_edge();
  pass_before(edge);
  admit_requests(edge);
  admit_responses(edge);
  requests_->busy_outputs().for_each([this](unsigned output) { deliver_requests(output); });
  responses_->busy_outputs().for_each([this](unsigned output) { deliver_responses(output); });
  schedule();
}

/// Ends the phase of requests for which there is a place now.
void Crossbar::admit_requests(std::uint64_t edge) {
  requests_->visit_freed([&](unsigned port) {
    if (!above_links_[port].refused || requests_->full(port, edge)) return;
    Message message = *std::exchange(above_links_[port].refused, {});
    message.arrives = std::max(message.arrives, edge);
    requests_->push(port, message);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    above[static_cast<int>(port)]->nb_transport_bw(*message.payload, phase, delay);
  });
}

void Crossbar::admit_responses(std::uint64_t edge) {
  responses_->visit_freed([&](unsigned port) {
    if (!below_links_[port].refused || responses_->full(port, edge)) return;
    Message message = *std::exchange(below_links_[port].refused, {});
    message.arrives = std::max(message.arrives, edge);
    RequestChannel<Payload>::end_response(*below[static_cast<int>(port)], *message.payload);
    responses_->push(port, message);
  });
}

/// The core cycle in which the first message at an output can be handed on, or kNever; `free_at` is
/// that from which the link behind it can take one.
Cycle Crossbar::delivery(const CrossbarChannel& channel, unsigned output, Cycle free_at) const {
  if (channel.at(output).empty() || free_at == kNever) return kNever;
  return std::max(switch_.core_cycle(channel.at(output).front().arrives), free_at);
}

void Crossbar::deliver_requests(unsigned output) {
  RequestChannel<Payload>& link = below_links_[output].requests;
  auto& target = *below[static_cast<int>(output)];
  const Cycle now = clock_.cycle_after();
  while (delivery(*requests_, output, link.free_at()) <= now) {
    link.begin(target, *requests_->at(output).front().payload, now);
  }
}

void Crossbar::deliver_responses(unsigned output) {
  const Cycle now = clock_.cycle_after();
  while (delivery(*responses_, output, above_links_[output].due()) <= now) {
    Payload& payload = *responses_->at(output).front().payload;
    above_links_[output].response = &payload;
    if (auto* journey = payload.get_extension<Journey>()) {
      journey->leave(MemoryPlace::Interconnect, now - journey->entered());
    }
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status =
        above[static_cast<int>(output)]->nb_transport_bw(payload, phase, delay);
    const bool ended =
        status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    if (ended) response_ended(output, delay);
  }
}

/// For the next message that passes.
void Crossbar::schedule_pass(const CrossbarChannel& channel) {
  const std::uint64_t pass = channel.next_pass(passed_until_);
  if (pass != kNever) wake_.set(switch_.core_cycle(pass + 1));
}

/// And for the next that is handed on.
void Crossbar::schedule() {
  schedule_pass(*requests_);
  schedule_pass(*responses_);
  Cycle next = kNever;
  requests_->busy_outputs().for_each([&](unsigned output) {
    next = std::min(next, delivery(*requests_, output, below_links_[output].requests.free_at()));
  });
  responses_->busy_outputs().for_each([&](unsigned output) {
    next = std::min(next, delivery(*responses_, output, above_links_[output].due()));
  });
  wake_.set(next);
}

}  // namespace lanefold
