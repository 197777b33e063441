// SPDX-License-Identifier: Apache-2.0
// An interconnect without contention, or without time.
#include <algorithm>

#include "blocks/interconnect/crossbar.h"
#include "blocks/memory_link/debug_transport.h"

namespace lanefold {

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
  if (below.size() == 1) return below[0]->transport_dbg(payload);
  return debug_in_pieces(
      payload, interleave_bytes_, [&](std::uint64_t address, unsigned char* data, unsigned length) {
        return debug_transport(*below[static_cast<int>(interleave_.target(address))],
                               payload.get_command(), address, data, length);
      });
}

/// Refuses direct access: an initiator that bypasses the interconnect would see no time.
bool Crossbar::get_direct_mem_ptr(int /*id*/, Payload& /*payload*/, tlm::tlm_dmi& /*dmi*/) {
  return false;
}

void Crossbar::invalidate_direct_mem_ptr(int /*id*/, sc_dt::uint64 begin, sc_dt::uint64 end) {
  for (unsigned port = 0; port < above_links_.size(); ++port) {
    above[static_cast<int>(port)]->invalidate_direct_mem_ptr(begin, end);
  }
}

}  // namespace lanefold
