// SPDX-License-Identifier: Apache-2.0
// The interconnect between cores and what they share: the data cluster of ISCA'13 section 2.3, or
// the crossbar of IPDPS'12 table I.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "blocks/clock/alarm.h"
#include "blocks/interconnect/passage.h"
#include "blocks/memory_link/request_channel.h"
#include "decisions/interconnect/crossbar_channel.h"
#include "decisions/interconnect/interleave.h"
#include "decisions/interconnect/switch_clock.h"
#include "lanefold/machine_config.h"

namespace lanefold {

struct CrossbarStatistics {
  std::uint64_t requests = 0;
  std::uint64_t request_bytes = 0;
  std::uint64_t request_wait_cycles = 0;
  std::uint64_t responses = 0;
  std::uint64_t response_bytes = 0;
  std::uint64_t response_lines = 0;
  std::uint64_t response_wait_cycles = 0;
  std::uint64_t held_requests = 0;
  std::uint64_t held_responses = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// Any number of initiators above and targets below; the order of binding numbers the ports.
/// Blocks of `interleave_bytes` go to the targets in turn. Payloads pass unchanged but for a
/// Passage. A full input holds back END_REQ, or END_RESP, until it has a place.
class Crossbar : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<Crossbar> above{"above"};
  tlm_utils::multi_passthrough_initiator_socket<Crossbar> below{"below"};

  Crossbar(const sc_core::sc_module_name& name, const InterconnectConfig& config,
           std::uint32_t interleave_bytes, std::uint32_t clock_mhz, ClockDomain& domain);

  CrossbarStatistics statistics() const;
  /// Whether nothing is on its way through it.
  bool idle() const { return on_their_way_ == 0; }
  /// Cycle of the latest answer.
  Cycle last_answer() const { return last_answer_; }
  /// Empty statistics; if it is idle, its clock starts in the current cycle.
  void reset();
  void describe(std::ostream& out) const;

 private:
  using Payload = tlm::tlm_generic_payload;
  using Message = CrossbarChannel::Message;

  /// What is going on at a port above.
  struct Above {
    Payload* response = nullptr;     ///< whose phase the initiator has not ended
    Cycle free_at = 0;               ///< core cycle from which the next response may begin
    std::optional<Message> refused;  ///< a request that came when the input was full

    Cycle due() const { return response != nullptr ? kNever : free_at; }
  };
  /// What is going on at a port below.
  struct Below {
    RequestChannel<Payload> requests;
    std::optional<Message> refused;  ///< a response that came when the input was full
  };

  void end_of_elaboration() override;
  tlm::tlm_sync_enum nb_transport_fw(int id, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_bw(int id, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void b_transport(int id, Payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int id, Payload& payload);
  bool get_direct_mem_ptr(int id, Payload& payload, tlm::tlm_dmi& dmi);
  void invalidate_direct_mem_ptr(int id, sc_dt::uint64 begin, sc_dt::uint64 end);

  void evaluate();
  void pass_before(std::uint64_t edge);
  void admit_requests(std::uint64_t edge);
  void admit_responses(std::uint64_t edge);
  void deliver_requests(unsigned output);
  RequestChannel<Payload> channel_below(unsigned port);
  tlm::tlm_sync_enum pass_on_miss(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time delay);
  bool refuse_response(unsigned input, Payload& payload, Cycle cycle);
  void deliver_responses(unsigned output);
  void response_ended(unsigned output, const sc_core::sc_time& delay);
  void schedule_pass(const CrossbarChannel& channel);
  void schedule();
  Cycle delivery(const CrossbarChannel& channel, unsigned output, Cycle free_at) const;

  bool fits(const Payload& payload) const;
  Message request(Payload& payload, Cycle cycle) const;
  Message response(Payload& payload, unsigned port, Cycle cycle) const;
  sc_core::sc_time alone(const Message& message) const;
  std::uint64_t current_edge() const { return switch_.edge_by(clock_.cycle_after()); }

  const InterconnectConfig& config_;
  std::uint32_t interleave_bytes_;
  Interleave interleave_;
  const CoreClock& clock_;
  SwitchClock switch_;
  Rate port_rate_;
  Rate total_rate_;
  std::unique_ptr<CrossbarChannel> requests_;
  std::unique_ptr<CrossbarChannel> responses_;
  std::vector<Above> above_links_;
  std::vector<Below> below_links_;
  std::uint64_t on_their_way_ = 0;  ///< requests without the end of their response
  std::uint64_t passed_until_ = 0;  ///< edge up to which messages have passed
  std::uint64_t held_requests_ = 0;
  std::uint64_t held_responses_ = 0;
  Cycle last_answer_ = 0;
  Alarm wake_;
};

template <class Self, class Visitor>
void CrossbarStatistics::describe(Self& self, Visitor& visit) {
  visit.counter("requests", self.requests, "messages", "requests passed on");
  visit.counter("request_bytes", self.request_bytes, "bytes",
                "bytes of the requests passed on, headers included");
  visit.counter("request_wait_cycles", self.request_wait_cycles, "cycles",
                "switch cycles that requests waited for a port, summed");
  visit.counter("responses", self.responses, "messages", "responses passed on");
  visit.counter("response_bytes", self.response_bytes, "bytes",
                "bytes of the responses passed on, headers included");
  visit.counter("response_lines", self.response_lines, "lines",
                "lines of data that responses carried, one each");
  visit.counter("response_wait_cycles", self.response_wait_cycles, "cycles",
                "switch cycles that responses waited for a port, summed");
  visit.counter("held_requests", self.held_requests, "messages",
                "requests that found their input full");
  visit.counter("held_responses", self.held_responses, "messages",
                "responses that found their input full");
}

}  // namespace lanefold
