// SPDX-License-Identifier: Apache-2.0
// The interconnect between cores and what they share.
#include "memory_system/interconnect/crossbar.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "memory_system/debug_transport.h"

namespace lanefold {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const InterconnectConfig& config,
                   std::uint32_t interleave_bytes, std::uint32_t clock_mhz,
                   const sc_core::sc_time& period)
    : sc_module(name),
      config_(config),
      interleave_bytes_(interleave_bytes),
      clock_(period),
      switch_(config.clock_mhz, clock_mhz),
      port_rate_(Rate::of(config.bandwidth_mb_s, switch_.mhz())),
      total_rate_(Rate::of(config.lines_per_cycle, 1)) {
  above.register_nb_transport_fw(this, &Crossbar::nb_transport_fw);
  above.register_b_transport(this, &Crossbar::b_transport);
  above.register_transport_dbg(this, &Crossbar::transport_dbg);
  above.register_get_direct_mem_ptr(this, &Crossbar::get_direct_mem_ptr);
  below.register_nb_transport_bw(this, &Crossbar::nb_transport_bw);
  below.register_invalidate_direct_mem_ptr(this, &Crossbar::invalidate_direct_mem_ptr);
  SC_METHOD(evaluate);
  dont_initialize();
  sensitive << wake_;
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
  refused_requests_ = PortSet(initiators);
  refused_responses_ = PortSet(targets);
}

unsigned Crossbar::route(std::uint64_t address) const {
  return static_cast<unsigned>(address / interleave_bytes_ % below_links_.size());
}

/// A request for several targets has none.
bool Crossbar::fits(const Payload& payload) const {
  const std::uint64_t first = payload.get_address();
  const std::uint64_t last = first + std::max(payload.get_data_length(), 1U) - 1;
  return below_links_.size() == 1 || first / interleave_bytes_ == last / interleave_bytes_;
}

/// A request passes as one access, with the data of a write.
Crossbar::Message Crossbar::request(Payload& payload, Cycle cycle) const {
  const std::uint64_t data = payload.is_write() ? payload.get_data_length() : 0;
  const Cycle arrives = switch_.edge_from(cycle);
  return {&payload, route(payload.get_address()), config_.header_bytes + data, 1, arrives, 0};
}

/// A response passes with the data of a read; without them it takes no line's place.
Crossbar::Message Crossbar::response(Payload& payload, unsigned port, Cycle cycle) const {
  const std::uint64_t data = payload.is_read() ? payload.get_data_length() : 0;
  const Cycle arrives = switch_.edge_from(cycle);
  return {&payload, port, config_.header_bytes + data, payload.is_read() ? 1U : 0U, arrives, 0};
}

// ---- From above.

tlm::tlm_sync_enum Crossbar::nb_transport_fw(int id, Payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  const auto port = static_cast<unsigned>(id);
  pass_until_now();
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
  ports_[&payload] = port;
  const Message message = request(payload, clock_.cycle_after(delay));
  if (requests_->full(port, message.arrives)) {
    above_links_[port].refused = message;
    refused_requests_.insert(port);
    ++held_requests_;
    return tlm::TLM_ACCEPTED;
  }
  requests_->push(port, message);
  schedule();
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void Crossbar::response_ended(unsigned output, const sc_core::sc_time& delay) {
  Above& link = above_links_[output];
  Payload* payload = std::exchange(link.response, nullptr);
  link.free_at = clock_.cycle_after(delay);
  last_answer_ = std::max(last_answer_, link.free_at);
  responses_->take(output);
  ports_.erase(payload);
  payload->release();
}

// ---- From below.

tlm::tlm_sync_enum Crossbar::nb_transport_bw(int id, Payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  pass_until_now();
  const tlm::tlm_sync_enum status =
      below_links_[static_cast<unsigned>(id)].requests.backward(payload, phase, delay);
  schedule();
  return status;
}

RequestChannel<tlm::tlm_generic_payload> Crossbar::channel_below(unsigned port) {
  return {clock_, Sees::AtOnce,
          [this, port](Payload& payload, Cycle cycle) {
            responses_->push(port, response(payload, ports_.at(&payload), cycle));
          },
          [this, port](Payload& /*payload*/, Cycle /*cycle*/) { requests_->take(port); },
          [this, port](Payload& payload, Cycle cycle) {
            return refuse_response(port, payload, cycle);
          }};
}

bool Crossbar::refuse_response(unsigned input, Payload& payload, Cycle cycle) {
  if (!responses_->full(input, switch_.edge_from(cycle))) return false;
  below_links_[input].refused = response(payload, ports_.at(&payload), cycle);
  refused_responses_.insert(input);
  ++held_responses_;
  return true;
}

// ---- In time.

/// What has arrived before the current edge passes, whatever else happens in this cycle and in
/// whichever order.
void Crossbar::pass_until_now() {
  const std::uint64_t edge = current_edge();
  if (edge <= passed_until_) return;
  requests_->pass(edge - 1);
  responses_->pass(edge - 1);
  passed_until_ = edge;
}

void Crossbar::evaluate() {
  pass_until_now();
  admit_requests();
  admit_responses();
  requests_->busy_outputs().for_each([this](unsigned output) { deliver_requests(output); });
  responses_->busy_outputs().for_each([this](unsigned output) { deliver_responses(output); });
  schedule();
}

/// Ends the phase of requests for which there is a place now.
void Crossbar::admit_requests() {
  refused_requests_.for_each([this](unsigned port) {
    if (requests_->full(port, current_edge())) return;
    Message message = *std::exchange(above_links_[port].refused, {});
    refused_requests_.erase(port);
    message.arrives = std::max(message.arrives, current_edge());
    requests_->push(port, message);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    above[static_cast<int>(port)]->nb_transport_bw(*message.payload, phase, delay);
  });
}

void Crossbar::admit_responses() {
  refused_responses_.for_each([this](unsigned port) {
    if (responses_->full(port, current_edge())) return;
    Message message = *std::exchange(below_links_[port].refused, {});
    refused_responses_.erase(port);
    message.arrives = std::max(message.arrives, current_edge());
    RequestChannel<Payload>::end_response(*below[static_cast<int>(port)], *message.payload);
    responses_->push(port, message);
  });
}

/// The core cycle in which the first message at an output can be handed on, or kNever; `free_at` is
/// that from which the link behind it can take one.
Cycle Crossbar::delivery(const CrossbarChannel& channel, unsigned output, Cycle free_at) const {
  if (channel.at(output).empty() || free_at == kNever) return kNever;
  return std::max(switch_.core_cycle(channel.at(output).front().there), free_at);
}

void Crossbar::deliver_requests(unsigned output) {
  RequestChannel<Payload>& link = below_links_[output].requests;
  auto& target = *below[static_cast<int>(output)];
  for (Cycle now = clock_.cycle_after(); delivery(*requests_, output, link.free_at()) <= now;) {
    link.begin(target, *requests_->at(output).front().payload, now);
  }
}

void Crossbar::deliver_responses(unsigned output) {
  while (delivery(*responses_, output, above_links_[output].due()) <= clock_.cycle_after()) {
    Payload& payload = *responses_->at(output).front().payload;
    above_links_[output].response = &payload;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status =
        above[static_cast<int>(output)]->nb_transport_bw(payload, phase, delay);
    const bool ended =
        status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    if (ended) response_ended(output, delay);
  }
}

void Crossbar::schedule() {
  const Cycle now = clock_.cycle_after();
  const Cycle from = std::max(passed_until_, switch_.edge_from(now));
  const Cycle pass = std::min(requests_->next_pass(from), responses_->next_pass(from));
  Cycle next = pass == kNever ? pass : switch_.core_cycle(pass + 1);
  requests_->busy_outputs().for_each([&](unsigned output) {
    next = std::min(next, delivery(*requests_, output, below_links_[output].requests.free_at()));
  });
  responses_->busy_outputs().for_each([&](unsigned output) {
    next = std::min(next, delivery(*responses_, output, above_links_[output].due()));
  });
  if (next != kNever) wake_.notify(clock_.until(std::max(next, now)));
}

// ---- Without contention, or without time.

/// Time from now until a message is there that meets no other.
sc_core::sc_time Crossbar::alone(const Message& message) const {
  Link port(port_rate_);
  const std::uint64_t there =
      std::max(port.pass(message.arrives, message.bytes).ends, message.arrives + 1);
  return clock_.until(switch_.core_cycle(there));
}

void Crossbar::b_transport(int id, Payload& payload, sc_core::sc_time& delay) {
  if (!fits(payload)) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  const Message forward = request(payload, clock_.cycle_after(delay));
  delay = alone(forward);
  below[static_cast<int>(forward.output)]->b_transport(payload, delay);
  delay = alone(response(payload, static_cast<unsigned>(id), clock_.cycle_after(delay)));
}

unsigned Crossbar::transport_dbg(int /*id*/, Payload& payload) {
  return debug_in_pieces(payload, interleave_bytes_,
                         [&](std::uint64_t address, unsigned char* data, unsigned length) {
                           return debug_transport(*below[static_cast<int>(route(address))],
                                                  payload.get_command(), address, data, length);
                         });
}

/// Whoever looks past the interconnect would see no time.
bool Crossbar::get_direct_mem_ptr(int /*id*/, Payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) {
  return false;
}

void Crossbar::invalidate_direct_mem_ptr(int /*id*/, sc_dt::uint64 begin, sc_dt::uint64 end) {
  for (unsigned port = 0; port < above_links_.size(); ++port) {
    above[static_cast<int>(port)]->invalidate_direct_mem_ptr(begin, end);
  }
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
  out << name() << ": " << ports_.size() << " requests on their way\n";
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
