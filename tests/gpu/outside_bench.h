// SPDX-License-Identifier: Apache-2.0
// A memory of a platform, and somebody else who uses it beside GPUs.
#pragma once

#include <gtest/gtest.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <algorithm>
#include <vector>

#include "blocks/memory_link/atomic_extension.h"
#include "blocks/memory_link/debug_transport.h"
#include "tests/gpu/gpu_bench.h"
#include "tests/support/foreign_memories.h"

namespace lanefold {

/// Loosely timed, for any number of initiators; takes half of its time by waiting, and annotates
/// the rest.
class LooseMemory : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<LooseMemory> socket{"socket"};

  LooseMemory(const sc_core::sc_module_name& name, const sc_core::sc_time& latency)
      : sc_module(name), latency_(latency) {
    socket.register_b_transport(this, &LooseMemory::b_transport);
    socket.register_transport_dbg(this, &LooseMemory::transport_dbg);
  }
  unsigned most_calls = 0;  ///< at a time
  bool knows_atomics = false;

 private:
  void b_transport(int /*port*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    most_calls = std::max(most_calls, ++calls_);
    wait(delay + latency_ / 2);
    delay = latency_ / 2;
    payload.set_response_status(storage_.access(payload));
    if (knows_atomics) carry_out_atomic(payload);
    --calls_;
  }
  /// The answer has the word as it was before.
  void carry_out_atomic(const tlm::tlm_generic_payload& payload) {
    const auto* atomic = payload.get_extension<AtomicExtension>();
    if (atomic == nullptr) return;
    std::vector<unsigned char> line(payload.get_data_ptr(),
                                    payload.get_data_ptr() + payload.get_data_length());
    atomic->apply(line.data(), payload.get_address());
    tlm::tlm_generic_payload write;
    write.set_write();
    write.set_address(payload.get_address());
    write.set_data_ptr(line.data());
    write.set_data_length(payload.get_data_length());
    write.set_streaming_width(payload.get_data_length());
    storage_.access(write);
  }
  unsigned transport_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
    return storage_.debug(payload);
  }
  foreign::Storage storage_{UINT64_MAX};
  sc_core::sc_time latency_;
  unsigned calls_ = 0;
};

/// Somebody else in the platform.
struct Neighbour : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
  tlm::tlm_initiator_socket<32> socket{"socket"};
  explicit Neighbour(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.bind(*static_cast<tlm::tlm_bw_transport_if<>*>(this));
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/,
                                     tlm::tlm_phase& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}

  std::vector<int> read(std::uint64_t address) {
    std::vector<int> numbers(kItems);
    debug_transport(*socket.operator->(), tlm::TLM_READ_COMMAND, address,
                    reinterpret_cast<unsigned char*>(numbers.data()), kItems * sizeof(int));
    return numbers;
  }
  /// By a blocking call.
  int get(std::uint64_t address) {
    int word = 0;
    transport(tlm::TLM_READ_COMMAND, address, word);
    return word;
  }
  void put(std::uint64_t address, int word) { transport(tlm::TLM_WRITE_COMMAND, address, word); }
  /// Calls until the word is `value`.
  void await(std::uint64_t address, int value) {
    while (get(address) != value) sc_core::wait(100, sc_core::SC_NS);
  }
  void fill(std::uint64_t address, int number) {
    std::vector<int> numbers(kItems, number);
    debug_transport(*socket.operator->(), tlm::TLM_WRITE_COMMAND, address,
                    reinterpret_cast<unsigned char*>(numbers.data()), kItems * sizeof(int));
  }

 private:
  void transport(tlm::tlm_command command, std::uint64_t address, int& word) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(sizeof word);
    payload.set_streaming_width(sizeof word);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    sc_core::wait(delay);
    ASSERT_TRUE(payload.is_response_ok());
  }
};

}  // namespace lanefold
