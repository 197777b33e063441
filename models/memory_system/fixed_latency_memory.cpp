// SPDX-License-Identifier: Apache-2.0
// Memory of fixed latency and limited bandwidth.
#include "memory_system/fixed_latency_memory.h"

#include <algorithm>
#include <cstring>
#include <ostream>

#include "memory_system/coalescer.h"

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
  const sc_core::sc_time& now = sc_core::sc_time_stamp();
  // A request that arrives within a cycle is served from the next one on.
  const std::uint64_t arrival = ((now + delay).value() + period_.value() - 1) / period_.value();
  const std::uint64_t slot = std::max(next_slot_, arrival * config_.lines_per_cycle);
  next_slot_ = slot + 1;
  ++lines_;
  const std::uint64_t answer = slot / config_.lines_per_cycle + config_.latency;
  return sc_core::sc_time::from_value(answer * period_.value()) - now;
}

bool FixedLatencyMemory::has_content(const tlm::tlm_generic_payload& payload) const {
  return payload.get_address() >= content_.origin() && payload.get_address() < kPrivatePhysicalBase;
}

tlm::tlm_response_status FixedLatencyMemory::access(tlm::tlm_generic_payload& payload) {
  const unsigned length = payload.get_data_length();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  const unsigned enable_length = payload.get_byte_enable_length();
  if (length == 0 || payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (enables != nullptr && enable_length == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND || !has_content(payload)) {
    return tlm::TLM_OK_RESPONSE;
  }
  const std::uint64_t offset = payload.get_address() - content_.origin();
  if (offset >= content_.size() || length > content_.size() - offset) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  auto* memory = reinterpret_cast<unsigned char*>(
      content_.host(static_cast<std::uint32_t>(payload.get_address())));
  const unsigned char* from = payload.is_read() ? memory : payload.get_data_ptr();
  unsigned char* to = payload.is_read() ? payload.get_data_ptr() : memory;
  if (enables == nullptr) {
    std::memcpy(to, from, length);
    return tlm::TLM_OK_RESPONSE;
  }
  for (unsigned i = 0; i < length; ++i) {
    if (enables[i % enable_length] == TLM_BYTE_ENABLED) to[i] = from[i];
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_sync_enum FixedLatencyMemory::nb_transport_fw(int /*id*/,
                                                       tlm::tlm_generic_payload& payload,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay) {
  if (phase > tlm::END_RESP) return tlm::TLM_ACCEPTED;  // an extended phase, ignorable
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("lanefold/memory", "a completed request got another phase");
    return tlm::TLM_COMPLETED;
  }
  b_transport(0, payload, delay);
  return tlm::TLM_COMPLETED;
}

void FixedLatencyMemory::b_transport(int /*id*/, tlm::tlm_generic_payload& payload,
                                     sc_core::sc_time& delay) {
  payload.set_response_status(access(payload));
  delay = serve(delay);
}

unsigned FixedLatencyMemory::transport_dbg(int /*id*/, tlm::tlm_generic_payload& payload) {
  if (!has_content(payload) || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
  return access(payload) == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0;
}

void FixedLatencyMemory::describe(std::ostream& out) const {
  out << name() << ": " << lines_ << " lines served, the next one not before cycle "
      << next_slot_ / config_.lines_per_cycle << '\n';
}

void FixedLatencyMemory::reset() {
  next_slot_ = 0;
  lines_ = 0;
}

}  // namespace lanefold
