// SPDX-License-Identifier: Apache-2.0
// A target of the TLM-2.0 base protocol with bytes of its own, for tests of what lies in front of
// it.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <cstdint>
#include <string>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "tests/support/pipeline.h"

namespace lanefold {

TLM_DECLARE_EXTENDED_PHASE(kMemorysPhase);

/// Serves requests in the order of their calls. An unwritten byte is `byte_at` its
/// address, or 0 when `empty`.
class TestMemory : public sc_core::sc_module {
 public:
  enum class Style {
    Loose,          ///< completes in the forward call, with an annotated delay
    FourPhases,     ///< END_REQ after `accept` cycles, BEGIN_RESP after `latency`
    ExtendedPhase,  ///< the same, but the forward call moves to an ignorable phase before
  };
  tlm_utils::multi_passthrough_target_socket<TestMemory> socket{"socket"};

  std::vector<std::string> log;  ///< cycle, command and address of every request: "12: R 0x40"
  bool empty = false;
  std::uint64_t refuses_from = ~std::uint64_t{0};  ///< address

  TestMemory(const sc_core::sc_module_name& name, Style style, std::uint64_t latency,
             std::uint64_t accept = 0)
      : sc_module(name), style_(style), latency_(latency), accept_(accept) {
    socket.register_nb_transport_fw(this, &TestMemory::forward);
    socket.register_transport_dbg(this, &TestMemory::debug);
  }

  static unsigned char byte_at(std::uint64_t address) {
    return static_cast<unsigned char>(address * 7 + (address >> 8));
  }
  unsigned char& byte(std::uint64_t address) {
    return bytes_.emplace(address, empty ? 0 : byte_at(address)).first->second;
  }

 private:
  using Payload = tlm::tlm_generic_payload;

  void access(Payload& payload) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      if (enables != nullptr && enables[i % payload.get_byte_enable_length()] != 0xff) continue;
      unsigned char& here = byte(payload.get_address() + i);
      unsigned char& data = payload.get_data_ptr()[i];
      if (payload.is_write()) here = data;
      if (payload.is_read()) data = here;
    }
    payload.set_response_status(payload.get_address() < refuses_from
                                    ? tlm::TLM_OK_RESPONSE
                                    : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  void note(const Payload& payload) {
    char text[64];
    std::snprintf(text, sizeof text, "%llu: %s 0x%llx",
                  static_cast<unsigned long long>(current_cycle()),
                  payload.is_write()  ? "W"
                  : payload.is_read() ? "R"
                                      : "-",
                  static_cast<unsigned long long>(payload.get_address()));
    log.emplace_back(text);
  }

  tlm::tlm_sync_enum forward(int port, Payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    note(payload);
    access(payload);
    if (style_ == Style::Loose) {
      delay += cycles(latency_);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    ports_[&payload] = port;
    queue_.notify(payload, tlm::END_REQ, cycles(accept_));
    queue_.notify(payload, tlm::BEGIN_RESP, cycles(latency_));
    if (style_ != Style::ExtendedPhase) return tlm::TLM_ACCEPTED;
    phase = kMemorysPhase;
    return tlm::TLM_UPDATED;
  }

  void due(Payload& payload, const tlm::tlm_phase& phase) {
    tlm::tlm_phase next = phase;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket[ports_.at(&payload)]->nb_transport_bw(payload, next, delay);
    if (phase == tlm::BEGIN_RESP) payload.release();
  }

  unsigned debug(int /*port*/, Payload& payload) {
    access(payload);
    return payload.get_data_length();
  }

  Style style_;
  std::uint64_t latency_;
  std::uint64_t accept_;
  std::unordered_map<std::uint64_t, unsigned char> bytes_;
  std::unordered_map<Payload*, int> ports_;
  tlm_utils::peq_with_cb_and_phase<TestMemory> queue_{this, &TestMemory::due};
};

}  // namespace lanefold
