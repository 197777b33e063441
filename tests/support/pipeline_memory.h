// SPDX-License-Identifier: Apache-2.0
// A target that is written against the TLM-2.0 standard only, and a checker of its base protocol.
#pragma once

#include <tlm.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "blocks/memory_link/line_request.h"
#include "tests/support/pipeline.h"

namespace lanefold {

/// Stands between initiator and target and checks the rules of the base protocol (IEEE 1666-2011,
/// clauses 14.17 and 15.2).
class ProtocolChecker : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ProtocolChecker> from{"from"};
  tlm_utils::simple_initiator_socket<ProtocolChecker> to{"to"};
  std::vector<std::uint64_t> sent;  ///< cycles of requests
  std::vector<std::string> broken;
  std::uint64_t completed = 0;

  explicit ProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
    from.register_nb_transport_fw(this, &ProtocolChecker::forward);
    to.register_nb_transport_bw(this, &ProtocolChecker::backward);
  }
  bool idle() const { return open_.empty(); }

 private:
  using Payload = tlm::tlm_generic_payload;

  void expect(bool holds, const char* rule) {
    if (!holds) broken.emplace_back(rule);
  }

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      begin_request(payload);
    } else {
      expect(phase == tlm::END_RESP, "the initiator sends BEGIN_REQ or END_RESP");
      expect(responding_ == &payload, "END_RESP follows BEGIN_RESP");
      finish(payload);
    }
    const tlm::tlm_sync_enum status = to->nb_transport_fw(payload, phase, delay);
    answer(payload, phase, status);
    return status;
  }

  void begin_request(Payload& payload) {
    sent.push_back(current_cycle());
    expect(requesting_ == nullptr, "request exclusion");
    expect(open_.insert(&payload).second, "a payload is sent once at a time");
    requesting_ = &payload;
    expect(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, "response incomplete");
    expect(!payload.is_dmi_allowed(), "no DMI hint");
    expect(payload.get_data_ptr() != nullptr && payload.get_data_length() > 0, "data");
    expect(payload.get_streaming_width() >= payload.get_data_length(), "no streaming");
    expect(payload.get_address() % payload.get_data_length() == 0, "aligned to the line");
    expect(payload.has_mm() && payload.get_ref_count() > 0, "memory management");
    expect(payload.is_read() || payload.is_write(), "command");
    expect((payload.get_byte_enable_ptr() == nullptr) == (payload.get_byte_enable_length() == 0),
           "byte enables");
    expect(payload.get_extension<LaneExtension>() != nullptr, "lanes");
  }

  /// What the target returns from the forward path.
  void answer(Payload& payload, tlm::tlm_phase phase, tlm::tlm_sync_enum status) {
    if (status == tlm::TLM_COMPLETED && open_.count(&payload) != 0) finish(payload);
    if (status == tlm::TLM_UPDATED) target_phase(payload, phase);
  }

  void target_phase(Payload& payload, tlm::tlm_phase phase) {
    if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
      if (requesting_ == &payload) requesting_ = nullptr;
    }
    if (phase == tlm::BEGIN_RESP) {
      expect(responding_ == nullptr, "response exclusion");
      responding_ = &payload;
    }
  }

  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    expect(open_.count(&payload) == 1, "answers belong to requests");
    target_phase(payload, phase);
    const bool responds = phase == tlm::BEGIN_RESP;
    const tlm::tlm_sync_enum status = from->nb_transport_bw(payload, phase, delay);
    if (responds) {
      const bool ended =
          status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
      expect(ended || status == tlm::TLM_ACCEPTED, "BEGIN_RESP is accepted or ended");
      if (ended && open_.count(&payload) != 0) finish(payload);
    }
    return status;
  }

  void finish(Payload& payload) {
    if (requesting_ == &payload) requesting_ = nullptr;
    if (responding_ == &payload) responding_ = nullptr;
    open_.erase(&payload);
    ++completed;
  }

  std::set<Payload*> open_;
  Payload* requesting_ = nullptr;
  Payload* responding_ = nullptr;
};

/// What a foreign target does with a request.
enum class Style {
  Loose,          ///< completes in the forward call, with an annotated delay
  EarlyAnswer,    ///< returns TLM_UPDATED with BEGIN_RESP
  EarlyEnd,       ///< returns TLM_UPDATED with END_REQ, BEGIN_RESP later
  FourPhases,     ///< END_REQ after a while, BEGIN_RESP after another
  ExtendedPhase,  ///< the same, but the forward call moves to an ignorable phase before
};

TLM_DECLARE_EXTENDED_PHASE(kSomebodysPhase);

class ForeignMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ForeignMemory> socket{"socket"};
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  std::vector<std::uint64_t> addresses;
  std::vector<unsigned> enabled;       ///< bytes of each store
  std::vector<unsigned char> written;  ///< line of the latest store
  bool answers = true;

  ForeignMemory(const sc_core::sc_module_name& name, Style style, std::uint64_t accept,
                std::uint64_t latency)
      : sc_module(name), style_(style), accept_(accept), latency_(latency) {
    socket.register_nb_transport_fw(this, &ForeignMemory::forward);
  }

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      payload.release();
      return tlm::TLM_COMPLETED;
    }
    addresses.push_back(payload.get_address());
    if (payload.is_write()) {
      const unsigned char* enables = payload.get_byte_enable_ptr();
      enabled.push_back(static_cast<unsigned>(
          std::count(enables, enables + payload.get_byte_enable_length(), TLM_BYTE_ENABLED)));
      written.assign(payload.get_data_ptr(), payload.get_data_ptr() + payload.get_data_length());
    }
    if (payload.is_read()) answer_words(payload);
    payload.set_response_status(status);
    if (style_ == Style::Loose) {
      delay += cycles(latency_);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    if (style_ == Style::EarlyAnswer) {
      delay += cycles(latency_);
      phase = tlm::BEGIN_RESP;
      return tlm::TLM_UPDATED;
    }
    if (style_ == Style::EarlyEnd) {
      queue_.notify(payload, tlm::BEGIN_RESP, cycles(latency_));
      delay += cycles(accept_);
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    queue_.notify(payload, tlm::END_REQ, cycles(accept_));
    if (answers) queue_.notify(payload, tlm::BEGIN_RESP, cycles(latency_));
    if (style_ != Style::ExtendedPhase) return tlm::TLM_ACCEPTED;
    phase = kSomebodysPhase;
    return tlm::TLM_UPDATED;
  }

  /// Every word holds its address.
  static void answer_words(tlm::tlm_generic_payload& payload) {
    for (unsigned i = 0; i + 4 <= payload.get_data_length(); i += 4) {
      const auto address = static_cast<std::uint32_t>(payload.get_address() + i);
      std::memcpy(payload.get_data_ptr() + i, &address, sizeof address);
    }
  }

  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    tlm::tlm_phase next = phase;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum result = socket->nb_transport_bw(payload, next, delay);
    if (phase == tlm::BEGIN_RESP && result == tlm::TLM_COMPLETED) payload.release();
  }

  Style style_;
  std::uint64_t accept_;
  std::uint64_t latency_;
  tlm_utils::peq_with_cb_and_phase<ForeignMemory> queue_{this, &ForeignMemory::due};
};

}  // namespace lanefold
