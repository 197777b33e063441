// SPDX-License-Identifier: Apache-2.0
// Registers, buffers behind them, and the interrupt.
#include "machine/gpu/command_processor.h"

#include <sysc/kernel/sc_dynamic_processes.h>

#include <cstring>

#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// What a CPU may write; the rest is what it reads.
bool is_setting(CommandRegister name) {
  return name >= CommandRegister::Program && name < CommandRegister::CyclesLow;
}

}  // namespace

CommandProcessor::CommandProcessor(const sc_core::sc_module_name& name, GpuDevice& device,
                                   sc_core::sc_out<bool>& interrupt)
    : sc_module(name), device_(device), interrupt_(interrupt) {
  socket.register_b_transport(this, &CommandProcessor::b_transport);
  socket.register_transport_dbg(this, &CommandProcessor::transport_dbg);
  at(CommandRegister::Id) = kCommandId;
  at(CommandRegister::Version) = kCommandVersion;
}

void CommandProcessor::start_of_simulation() {
  if (socket.size() == 0) return;
  sc_core::sc_spawn([this] { serve(); }, "launches");
  sc_core::sc_spawn_options when;
  when.spawn_method();
  when.set_sensitivity(&interrupt_changed_);
  sc_core::sc_spawn([this] { drive_interrupt(); }, "interrupt", &when);
}

void CommandProcessor::b_transport(Payload& payload, sc_core::sc_time& delay) {
  if (payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  } else if (payload.get_streaming_width() < payload.get_data_length()) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  } else {
    access(payload, true);
  }
  delay += device_.period();
}

/// Looks, and sets what is no doorbell.
unsigned CommandProcessor::transport_dbg(Payload& payload) {
  access(payload, false);
  return payload.is_response_ok() ? payload.get_data_length() : 0;
}

void CommandProcessor::access(Payload& payload, bool rings) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  } else if (payload.get_address() < kCommandBytes) {
    payload.set_response_status(access_registers(payload, rings));
  } else {
    payload.set_response_status(access_buffers(payload) ? tlm::TLM_OK_RESPONSE
                                                        : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
}

tlm::tlm_response_status CommandProcessor::access_registers(Payload& payload, bool rings) {
  const auto first = static_cast<std::uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  if (first % kWordBytes != 0 || length % kWordBytes != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (length > kCommandBytes - first) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  for (std::uint32_t done = 0; done < length; done += kWordBytes) {
    unsigned char* const data = payload.get_data_ptr() + done;
    std::uint32_t word = words_[(first + done) / kWordBytes];
    if (payload.is_write()) std::memcpy(&word, data, sizeof word);
    if (payload.is_write() && !write(first + done, word, rings)) {
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    if (payload.is_read()) std::memcpy(data, &word, sizeof word);
  }
  return tlm::TLM_OK_RESPONSE;
}

/// While a kernel runs, its buffers are its own.
bool CommandProcessor::access_buffers(Payload& payload) {
  if (running()) return false;
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  unsigned char* const data = payload.get_data_ptr();
  if (address < kGlobalBase || device_.has_memory_outside()) return false;
  return payload.is_write() ? device_.write_at(address, data, length)
                            : device_.read_at(address, data, length);
}

/// False if the register cannot be written, or not now.
bool CommandProcessor::write(std::uint32_t address, std::uint32_t value, bool rings) {
  const auto name = static_cast<CommandRegister>(address);
  if (name == CommandRegister::Command) return rings && !running() && ring(value);
  if (name == CommandRegister::Interrupt) {
    if ((value & 1U) != 0) at(name) = 0;
  } else if (name == CommandRegister::InterruptEnable) {
    at(name) = value & 1U;
  } else if (is_setting(name)) {
    at(name) = value;
    return true;
  } else {
    return false;
  }
  interrupt_changed_.notify(sc_core::SC_ZERO_TIME);
  return true;
}

std::array<std::uint32_t, 3> CommandProcessor::three_at(CommandRegister first) const {
  const std::uint32_t word = static_cast<std::uint32_t>(first) / kWordBytes;
  return {words_[word], words_[word + 1], words_[word + 2]};
}

void CommandProcessor::end(CommandStatus status, const std::string& message) {
  at(CommandRegister::Status) = static_cast<std::uint32_t>(status);
  auto* const text = reinterpret_cast<char*>(&at(CommandRegister::Message));
  std::memset(text, 0, kMessageBytes);
  const std::string line = message.substr(0, message.find('\n'));
  line.copy(text, kMessageBytes - 1);
}

void CommandProcessor::raise_interrupt() {
  at(CommandRegister::Interrupt) = 1;
  interrupt_changed_.notify(sc_core::SC_ZERO_TIME);
}

void CommandProcessor::drive_interrupt() {
  interrupt_->write(at(CommandRegister::Interrupt) != 0 &&
                    at(CommandRegister::InterruptEnable) != 0);
}

}  // namespace lanefold
