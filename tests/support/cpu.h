// SPDX-License-Identifier: Apache-2.0
// What a CPU's driver of a GPU does, in a thread process.
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <systemc>

#include "lanefold/command_registers.h"
#include "lanefold/device.h"

namespace lanefold {

/// Every access takes the time that its target annotates.
class Cpu : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Cpu> socket{"socket"};

  explicit Cpu(const sc_core::sc_module_name& name, std::uint64_t registers = 0)
      : sc_module(name), registers_(registers) {}

  bool read(std::uint64_t address, void* data, std::size_t bytes) {
    return access(tlm::TLM_READ_COMMAND, address, data, bytes);
  }
  bool write(std::uint64_t address, const void* data, std::size_t bytes) {
    return access(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(data), bytes);
  }
  tlm::tlm_response_status response() const { return response_; }

  std::uint32_t get(CommandRegister name) {
    std::uint32_t word = 0;
    read(registers_ + static_cast<std::uint32_t>(name), &word, sizeof word);
    return word;
  }
  bool set(CommandRegister name, std::uint32_t word) {
    return write(registers_ + static_cast<std::uint32_t>(name), &word, sizeof word);
  }
  bool ring(CommandCode code) {
    return set(CommandRegister::Command, static_cast<std::uint32_t>(code));
  }
  /// Rings for a launch and writes a register without any time between.
  tlm::tlm_response_status ring_and_go_on(CommandRegister name, std::uint32_t word) {
    std::uint32_t code = static_cast<std::uint32_t>(CommandCode::Launch);
    transfer(tlm::TLM_WRITE_COMMAND,
             registers_ + static_cast<std::uint32_t>(CommandRegister::Command), &code, 4);
    const tlm::tlm_response_status rung = response_;
    transfer(tlm::TLM_WRITE_COMMAND, registers_ + static_cast<std::uint32_t>(name), &word, 4);
    return rung;
  }
  std::uint32_t allocate(std::uint32_t bytes, std::uint32_t address = 0) {
    set(CommandRegister::Source, address);
    set(CommandRegister::Bytes, bytes);
    ring(CommandCode::Allocate);
    return get(CommandRegister::Result);
  }
  void set_range(const NDRange& range) {
    set(CommandRegister::Dimensions, range.dimensions);
    const std::uint64_t first =
        registers_ + static_cast<std::uint32_t>(CommandRegister::GlobalSize);
    write(first, range.global.data(), sizeof range.global);
    write(first + 12, range.local.data(), sizeof range.local);
    write(first + 24, range.offset.data(), sizeof range.offset);
  }
  void poll() {
    while (get(CommandRegister::Status) == 1) sc_core::wait(1, sc_core::SC_US);
  }
  void launch_and_poll() {
    ring(CommandCode::Launch);
    poll();
  }

 private:
  bool access(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
    sc_core::wait(transfer(command, address, data, bytes));
    return response_ == tlm::TLM_OK_RESPONSE;
  }
  /// The time that it takes.
  sc_core::sc_time transfer(tlm::tlm_command command, std::uint64_t address, void* data,
                            std::size_t bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(static_cast<unsigned>(bytes));
    payload.set_streaming_width(static_cast<unsigned>(bytes));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    response_ = payload.get_response_status();
    return delay;
  }

  const std::uint64_t registers_;
  tlm::tlm_response_status response_ = tlm::TLM_INCOMPLETE_RESPONSE;
};

}  // namespace lanefold
