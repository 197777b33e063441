// SPDX-License-Identifier: Apache-2.0
// What a virtual platform has beside its GPUs: memory, a bus, and a CPU-like initiator.
#pragma once

#include <lanefold/command_registers.h>
#include <lanefold/device.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <systemc>
#include <utility>
#include <vector>

namespace example {

/// Loosely timed; pages are allocated when they are touched.
class Dram : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Dram> socket{"socket"};

  Dram(const sc_core::sc_module_name& name, const sc_core::sc_time& latency)
      : sc_module(name), latency_(latency) {
    socket.register_b_transport(this, &Dram::b_transport);
    socket.register_transport_dbg(this, &Dram::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    delay += latency_;
    transport_dbg(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      if (enables != nullptr && enables[i % payload.get_byte_enable_length()] == 0) continue;
      unsigned char& byte = byte_at(payload.get_address() + i);
      if (payload.is_write()) byte = payload.get_data_ptr()[i];
      if (payload.is_read()) payload.get_data_ptr()[i] = byte;
    }
    return payload.get_data_length();
  }
  unsigned char& byte_at(std::uint64_t address) {
    return pages_[address / kPageBytes][address % kPageBytes];
  }

  static constexpr std::uint64_t kPageBytes = 4096;
  sc_core::sc_time latency_;
  std::map<std::uint64_t, std::array<unsigned char, kPageBytes>> pages_;
};

/// Decodes addresses: windows of targets first, memory otherwise. What comes from a GPU lies in a
/// part of the memory of its own.
class Bus : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<Bus> in{"in"};
  tlm_utils::multi_passthrough_initiator_socket<Bus> out{"out"};

  explicit Bus(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &Bus::b_transport);
    in.register_transport_dbg(this, &Bus::transport_dbg);
  }
  /// The next target that is bound to `out` has the addresses from `base` on, but for memory, which
  /// is bound last.
  void add_window(std::uint64_t base, std::uint64_t bytes) { windows_.push_back({base, bytes}); }
  /// The next initiator that is bound to `in` has its addresses from `offset` on.
  void add_initiator(std::uint64_t offset) { offsets_.push_back(offset); }

 private:
  struct Window {
    std::uint64_t base, bytes;
  };
  struct Route {
    unsigned port;
    std::uint64_t address;
  };

  Route route(int initiator, std::uint64_t address) const {
    const std::uint64_t on_bus = address + offsets_[static_cast<unsigned>(initiator)];
    for (unsigned port = 0; port < windows_.size(); ++port) {
      const std::uint64_t within = on_bus - windows_[port].base;
      if (within < windows_[port].bytes) return {port, within};
    }
    return {static_cast<unsigned>(windows_.size()), on_bus};
  }
  template <class Call>
  void pass(int initiator, tlm::tlm_generic_payload& payload, const Call& call) {
    const std::uint64_t own = payload.get_address();
    const Route way = route(initiator, own);
    payload.set_address(way.address);
    call(*out[static_cast<int>(way.port)]);
    payload.set_address(own);
  }
  void b_transport(int initiator, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(4, sc_core::SC_NS);
    pass(initiator, payload, [&](auto& target) { target.b_transport(payload, delay); });
  }
  unsigned transport_dbg(int initiator, tlm::tlm_generic_payload& payload) {
    unsigned moved = 0;
    pass(initiator, payload, [&](auto& target) { moved = target.transport_dbg(payload); });
    return moved;
  }

  std::vector<Window> windows_;
  std::vector<std::uint64_t> offsets_;
};

/// Runs a program in a thread. Its accesses take the time that the bus and its targets annotate.
class Cpu : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Cpu> socket{"socket"};
  using Program = std::function<void(Cpu&)>;

  SC_HAS_PROCESS(Cpu);
  Cpu(const sc_core::sc_module_name& name, Program program)
      : sc_module(name), program_(std::move(program)) {
    SC_THREAD(run);
  }

  void write(std::uint64_t address, const void* data, std::size_t bytes) {
    access(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(data), bytes);
  }
  void read(std::uint64_t address, void* data, std::size_t bytes) {
    access(tlm::TLM_READ_COMMAND, address, data, bytes);
  }
  void set(std::uint64_t registers, lanefold::CommandRegister name, std::uint32_t word) {
    write(registers + static_cast<std::uint32_t>(name), &word, sizeof word);
  }
  std::uint32_t get(std::uint64_t registers, lanefold::CommandRegister name) {
    std::uint32_t word = 0;
    read(registers + static_cast<std::uint32_t>(name), &word, sizeof word);
    return word;
  }

 private:
  void run() {
    program_(*this);
    sc_core::sc_stop();
  }
  /// A line at a time, as caches of CPUs do.
  void access(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
    constexpr std::size_t kLineBytes = 64;
    for (std::size_t done = 0; done < bytes; done += kLineBytes) {
      const auto part = static_cast<unsigned>(std::min(kLineBytes, bytes - done));
      tlm::tlm_generic_payload payload;
      payload.set_command(command);
      payload.set_address(address + done);
      payload.set_data_ptr(static_cast<unsigned char*>(data) + done);
      payload.set_data_length(part);
      payload.set_streaming_width(part);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->b_transport(payload, delay);
      wait(delay);
      if (payload.is_response_error())
        SC_REPORT_ERROR(name(), payload.get_response_string().c_str());
    }
  }

  Program program_;
};

}  // namespace example
