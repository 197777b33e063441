// SPDX-License-Identifier: Apache-2.0
// How many registers each message needs.
#include "decisions/eu/message_registers.h"

#include <fmt/format.h>

#include "decisions/eu/atomic_operation.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

unsigned words_of(const MessageForm& form) {
  return static_cast<unsigned>(__builtin_popcount(form.components));
}

unsigned registers_of_block(const MessageForm& form) { return registers_of(1, form.bytes); }

unsigned needed_payload(const Message& message, const MessageForm& form) {
  const unsigned header = message.has_header() ? 1 : 0;
  const unsigned addresses = registers_of(form.channels, form.wide_addresses ? 8 : kWordBytes);
  const unsigned word = registers_of(form.channels, form.lane_bytes());
  switch (form.kind) {
    case MessageKind::Gather:
      return header + addresses;
    case MessageKind::Scatter:
      return header + addresses + words_of(form) * word;
    case MessageKind::Atomic:
      return header + addresses + operands_of(form.operation) * word;
    case MessageKind::BlockWrite:
    case MessageKind::ScratchWrite:
      return header + registers_of_block(form);
    default:
      return header;
  }
}

unsigned needed_response(const MessageForm& form) {
  const unsigned word = registers_of(form.channels, form.lane_bytes());
  switch (form.kind) {
    case MessageKind::Gather:
      return words_of(form) * word;
    case MessageKind::Atomic:
      return form.returns ? word : 0;
    case MessageKind::BlockRead:
    case MessageKind::ScratchRead:
      return registers_of_block(form);
    default:
      return 0;
  }
}

bool is_per_channel(MessageKind kind) {
  return kind == MessageKind::Gather || kind == MessageKind::Scatter || kind == MessageKind::Atomic;
}

}  // namespace

void refuse_message(const Instruction& instruction, const std::string& reason) {
  throw Error(ErrorKind::IllegalInstruction,
              fmt::format("Gen8 message at {:#x} ({}): {}", instruction.offset,
                          disassemble(instruction), reason));
}

void check_message_registers(const Instruction& instruction, const MessageForm& form) {
  const Message& message = instruction.message;
  if (is_per_channel(form.kind) && instruction.execution_size > form.channels) {
    refuse_message(instruction, fmt::format("has {} channels, and its message {}",
                                            instruction.execution_size, form.channels));
  }
  if (form.header + message.payload_registers() > kGeneralRegisters) {
    refuse_message(instruction, "its payload ends behind r127");
  }
  const Operand& destination = instruction.destination;
  if (destination.file == RegisterFile::General &&
      destination.number + message.response_registers() > kGeneralRegisters) {
    refuse_message(instruction, "its response ends behind r127");
  }
  if (const unsigned needed = needed_payload(message, form); message.payload_registers() < needed) {
    refuse_message(instruction, fmt::format("needs {} registers of payload", needed));
  }
  if (const unsigned needed = needed_response(form); message.response_registers() < needed) {
    refuse_message(instruction, fmt::format("needs {} registers of response", needed));
  }
}

}  // namespace lanefold::gen8
