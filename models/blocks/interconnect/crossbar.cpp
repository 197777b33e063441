// SPDX-License-Identifier: Apache-2.0
// The interconnect between cores and what they share.
#include "blocks/interconnect/crossbar.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "blocks/memory_link/journey.h"
#include "blocks/memory_link/look_up_phase.h"

namespace lanefold {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const InterconnectConfig& config,
                   std::uint32_t interleave_bytes, std::uint32_t clock_mhz, ClockDomain& domain)
    : sc_module(name),
      config_(config),
      interleave_bytes_(interleave_bytes),
      clock_(domain.clock()),
      switch_(config.clock_mhz, clock_mhz),
      port_rate_(Rate::of(config.bandwidth_mb_s, switch_.mhz())),
      total_rate_(Rate::of(config.lines_per_cycle, 1)),
      wake_(domain, [this] { evaluate(); }) {
  above.register_nb_transport_fw(this, &Crossbar::nb_transport_fw);
  above.register_b_transport(this, &Crossbar::b_transport);
  above.register_transport_dbg(this, &Crossbar::transport_dbg);
  above.register_get_direct_mem_ptr(this, &Crossbar::get_direct_mem_ptr);
  below.register_nb_transport_bw(this, &Crossbar::nb_transport_bw);
  below.register_invalidate_direct_mem_ptr(this, &Crossbar::invalidate_direct_mem_ptr);
}

void Crossbar::end_of_elaboration() {
  const unsigned initiators = above.size();
  const unsigned targets = below.size();
  requests_ = std::make_unique<CrossbarChannel>(initiators, targets, port_rate_, total_rate_,
                                                config_.queue);
  responses_ = std::make_unique<CrossbarChannel>(targets, initiators, port_rate_, total_rate_,
                                                 config_.queue);
  above_links_.resize(initiators);
  for (unsigned port = 0; port < targets; ++port) below_links_.push_back({channel_below(port), {}});
  interleave_ = Interleave(interleave_bytes_, targets);
}

/// A request for several targets has none.
bool Crossbar::fits(const Payload& payload) const {
  return interleave_.together(payload.get_address(), payload.get_data_length());
}

/// A request passes as one access, with the data of a write.
Crossbar::Message Crossbar::request(Payload& payload, Cycle cycle) const {
  const std::uint32_t data = payload.is_write() ? payload.get_data_length() : 0;
  const Cycle arrives = switch_.edge_from(cycle);
  return {&payload, interleave_.target(payload.get_address()), config_.header_bytes + data, 1,
          arrives};
}

/// A response passes with the data of a read; without them it takes no line's place.
Crossbar::Message Crossbar::response(Payload& payload, unsigned port, Cycle cycle) const {
  const std::uint32_t data = payload.is_read() ? payload.get_data_length() : 0;
  const Cycle arrives = switch_.edge_from(cycle);
  return {&payload, port, config_.header_bytes + data, payload.is_read() ? 1U : 0U, arrives};
}

// ---- From above.

tlm::tlm_sync_enum Crossbar::nb_transport_fw(int id, Payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  const auto port = static_cast<unsigned>(id);
  pass_before(current_edge());
  if (phase == tlm::END_RESP) {
    if (above_links_[port].response != &payload) {
      SC_REPORT_ERROR("lanefold/memory", "END_RESP without a response that has begun");
      return tlm::TLM_COMPLETED;
    }
    response_ended(port, delay);
    schedule();
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // ignorable
  if (!fits(payload)) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  Passage::enter(payload, port);
  if (auto* journey = payload.get_extension<Journey>()) journey->enter(clock_.cycle_after(delay));
  ++on_their_way_;
  const Message message = request(payload, clock_.cycle_after(delay));
  if (requests_->full(port, message.arrives)) {
    above_links_[port].refused = message;
    requests_->visit_later(port);
    ++held_requests_;
    return tlm::TLM_ACCEPTED;
  }
  requests_->push(port, message);
  schedule_pass(*requests_);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void Crossbar::response_ended(unsigned output, const sc_core::sc_time& delay) {
  Above& link = above_links_[output];
  Payload* payload = std::exchange(link.response, nullptr);
  link.free_at = clock_.cycle_after(delay);
  last_answer_ = std::max(last_answer_, link.free_at);
  responses_->take(output);
  --on_their_way_;
  payload->release();
}

// ---- From below.

tlm::tlm_sync_enum Crossbar::nb_transport_bw(int id, Payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  if (!Passage::has(payload)) {
    SC_REPORT_ERROR("lanefold/memory", "a response to a request that is not on its way");
    return tlm::TLM_COMPLETED;
  }
  if (phase == LOOK_UP_MISSED) return pass_on_miss(payload, phase, delay);
  pass_before(current_edge());
  const tlm::tlm_sync_enum status =
      below_links_[static_cast<unsigned>(id)].requests.backward(payload, phase, delay);
  schedule();
  return status;
}

/// A word of a miss has a wire of its own; it takes a cycle of the switch.
tlm::tlm_sync_enum Crossbar::pass_on_miss(Payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time delay) {
  delay = clock_.until(switch_.edge_from(clock_.cycle_after(delay)) + 1);
  above[static_cast<int>(Passage::port(payload))]->nb_transport_bw(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

RequestChannel<tlm::tlm_generic_payload> Crossbar::channel_below(unsigned port) {
  return {clock_, Sees::AtOnce,
          [this, port](Payload& payload, Cycle cycle) {
            responses_->push(port, response(payload, Passage::leave(payload), cycle));
          },
          [this, port](Payload& /*payload*/, Cycle /*cycle*/) { requests_->take(port); },
          [this, port](Payload& payload, Cycle cycle) {
            return refuse_response(port, payload, cycle);
          }};
}

bool Crossbar::refuse_response(unsigned input, Payload& payload, Cycle cycle) {
  if (!responses_->full(input, switch_.edge_from(cycle))) return false;
  below_links_[input].refused = response(payload, Passage::leave(payload), cycle);
  responses_->visit_later(input);
  ++held_responses_;
  return true;
}

// ---- For people.

CrossbarStatistics Crossbar::statistics() const {
  CrossbarStatistics result;
  result.requests = requests_->passed();
  result.request_bytes = requests_->bytes();
  result.request_wait_cycles = requests_->waited();
  result.responses = responses_->passed();
  result.response_bytes = responses_->bytes();
  result.response_lines = responses_->lines();
  result.response_wait_cycles = responses_->waited();
  result.held_requests = held_requests_;
  result.held_responses = held_responses_;
  return result;
}

void Crossbar::reset() {
  requests_->clear_statistics();
  responses_->clear_statistics();
  held_requests_ = held_responses_ = 0;
  if (!idle()) return;
  switch_.start(clock_.cycle_after());
  passed_until_ = 0;
  requests_->restart();
  responses_->restart();
}

void Crossbar::describe(std::ostream& out) const {
  out << name() << ": " << on_their_way_ << " requests on their way\n";
  for (unsigned port = 0; port < above_links_.size(); ++port) {
    if (requests_->waiting(port) == 0 && !above_links_[port].refused) continue;
    out << name() << ": " << requests_->waiting(port) << " requests wait at port " << port
        << (above_links_[port].refused ? ", and one is held back" : "") << '\n';
  }
  for (unsigned port = 0; port < below_links_.size(); ++port) {
    if (!below_links_[port].requests.requesting()) continue;
    out << name() << ": the target behind port " << port << " does not accept a request\n";
  }
}

}  // namespace lanefold
