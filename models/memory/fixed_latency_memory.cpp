// SPDX-License-Identifier: Apache-2.0
// Memory of fixed latency and limited bandwidth.
#include "memory/fixed_latency_memory.h"

#include <algorithm>
#include <cstring>

#include "memory/coalescer.h"

namespace lanefold {

FixedLatencyMemory::FixedLatencyMemory(const sc_core::sc_module_name& name,
                                       const MemoryConfig& config, const sc_core::sc_time& period,
                                       GlobalMemory& content)
    : sc_module(name), config_(config), period_(period), content_(content) {
  socket.register_nb_transport_fw(this, &FixedLatencyMemory::nb_transport_fw);
  socket.register_b_transport(this, &FixedLatencyMemory::b_transport);
  socket.register_transport_dbg(this, &FixedLatencyMemory::transport_dbg);
}

sc_core::sc_time FixedLatencyMemory::serve(const sc_core::sc_time& delay) {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  // A request that arrives within a cycle is served from the next one on.
  const std::uint64_t arrival = ((now + delay).value() + period_.value() - 1) / period_.value();
  const std::uint64_t slot = std::max(next_slot_, arrival * config_.lines_per_cycle);
  next_slot_ = slot + 1;
  ++lines_;
  const std::uint64_t answer = slot / config_.lines_per_cycle + config_.latency;
  return sc_core::sc_time::from_value(answer * period_.value()) - now;
}

bool FixedLatencyMemory::access(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t end = std::uint64_t{content_.origin()} + content_.size();
  if (address < content_.origin() || address >= kPrivatePhysicalBase) return true;
  if (payload.get_data_length() > end - std::min(address, end)) return false;
  auto* memory =
      reinterpret_cast<unsigned char*>(content_.host(static_cast<std::uint32_t>(address)));
  unsigned char* data = payload.get_data_ptr();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  const unsigned length = payload.get_data_length();
  if (payload.is_read()) {
    std::memcpy(data, memory, length);
  } else if (payload.is_write() && enables == nullptr) {
    std::memcpy(memory, data, length);
  } else if (payload.is_write()) {
    const unsigned enable_length = payload.get_byte_enable_length();
    for (unsigned i = 0; i < length; ++i) {
      if (enables[i % enable_length] == TLM_BYTE_ENABLED) memory[i] = data[i];
    }
  }
  return true;
}

tlm::tlm_sync_enum FixedLatencyMemory::nb_transport_fw(int /*id*/,
                                                       tlm::tlm_generic_payload& payload,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("lanefold/memory", "a completed request got another phase");
    return tlm::TLM_COMPLETED;
  }
  b_transport(0, payload, delay);
  return tlm::TLM_COMPLETED;
}

void FixedLatencyMemory::b_transport(int /*id*/, tlm::tlm_generic_payload& payload,
                                     sc_core::sc_time& delay) {
  const bool known = access(payload);
  payload.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  delay = serve(delay);
}

unsigned FixedLatencyMemory::transport_dbg(int /*id*/, tlm::tlm_generic_payload& payload) {
  return access(payload) ? payload.get_data_length() : 0;
}

void FixedLatencyMemory::reset() {
  next_slot_ = 0;
  lines_ = 0;
}

}  // namespace lanefold
