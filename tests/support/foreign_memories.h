// SPDX-License-Identifier: Apache-2.0
// Two memories that know the TLM-2.0 standard and nothing of Lanefold: what a foreign DRAM
// model looks like from outside.
#pragma once

#include <tlm.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <deque>
#include <systemc>
#include <unordered_map>

namespace foreign {

/// Bytes of the addresses below `end`, zero at first.
class Storage {
 public:
  explicit Storage(std::uint64_t end) : end_(end) {}

  tlm::tlm_response_status access(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    const unsigned char* enables = payload.get_byte_enable_ptr();
    if (address + length > end_) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
    for (unsigned i = 0; i < length; ++i) {
      if (enables != nullptr && enables[i % payload.get_byte_enable_length()] == 0) continue;
      unsigned char& data = payload.get_data_ptr()[i];
      unsigned char& byte = bytes_[address + i];
      if (payload.is_read()) data = byte;
      if (payload.is_write()) byte = data;
    }
    return tlm::TLM_OK_RESPONSE;
  }
  unsigned debug(tlm::tlm_generic_payload& payload) {
    return access(payload) == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0;
  }

 private:
  std::uint64_t end_;
  std::unordered_map<std::uint64_t, unsigned char> bytes_;
};

/// Loosely timed: only b_transport, which takes its time by waiting.
class LtMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<LtMemory> socket{"socket"};

  LtMemory(const sc_core::sc_module_name& name, std::uint64_t end, sc_core::sc_time latency)
      : sc_module(name), storage_(end), latency_(latency) {
    socket.register_b_transport(this, &LtMemory::b_transport);
    socket.register_transport_dbg(this, &LtMemory::transport_dbg);
  }
  std::uint64_t accesses = 0;

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    ++accesses;
    wait(delay + latency_);
    delay = sc_core::SC_ZERO_TIME;
    payload.set_response_status(storage_.access(payload));
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) { return storage_.debug(payload); }

  Storage storage_;
  sc_core::sc_time latency_;
};

/// Approximately timed: four phases, each at its own time, through a payload event queue. Accesses
/// take effect when their response begins.
class AtMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<AtMemory> socket{"socket"};

  AtMemory(const sc_core::sc_module_name& name, std::uint64_t end, sc_core::sc_time accept,
           sc_core::sc_time latency)
      : sc_module(name), storage_(end), accept_(accept), latency_(latency) {
    socket.register_nb_transport_fw(this, &AtMemory::nb_transport_fw);
    socket.register_transport_dbg(this, &AtMemory::transport_dbg);
  }
  std::uint64_t accesses = 0;

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) payload.acquire();
    if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) queue_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }

  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    if (phase == tlm::BEGIN_REQ) {
      ++accesses;
      queue_.notify(payload, tlm::END_REQ, accept_);
    } else if (phase == tlm::END_REQ) {
      tlm::tlm_phase end = tlm::END_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->nb_transport_bw(payload, end, delay);
      queue_.notify(payload, tlm::BEGIN_RESP, latency_);
    } else if (phase == tlm::BEGIN_RESP) {
      ready_.push_back(&payload);
      if (ready_.size() == 1) respond();
    } else {
      end_response();
    }
  }

  void respond() {
    tlm::tlm_generic_payload& payload = *ready_.front();
    payload.set_response_status(storage_.access(payload));
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
    const bool updated = status == tlm::TLM_UPDATED && phase == tlm::END_RESP;
    if (status == tlm::TLM_COMPLETED || updated) queue_.notify(payload, tlm::END_RESP, delay);
  }

  void end_response() {
    ready_.front()->release();
    ready_.pop_front();
    if (!ready_.empty()) respond();
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& payload) { return storage_.debug(payload); }

  Storage storage_;
  sc_core::sc_time accept_;
  sc_core::sc_time latency_;
  std::deque<tlm::tlm_generic_payload*> ready_;  ///< the first is responding
  tlm_utils::peq_with_cb_and_phase<AtMemory> queue_{this, &AtMemory::due};
};

}  // namespace foreign
