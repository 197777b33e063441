// SPDX-License-Identifier: Apache-2.0
// From a descriptor to what the message does.
#include "decisions/eu/message_form.h"

#include <array>

#include "decisions/eu/message_registers.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kOwordBytes = 16;

class FormReader {
 public:
  explicit FormReader(const Instruction& instruction)
      : instruction_(instruction), message_(instruction.message) {}

  MessageForm read() {
    if (message_.end_of_thread) return form_;
    if (instruction_.sources[0].kind != OperandKind::Register) refuse("its payload is no register");
    form_.header = instruction_.sources[0].number;
    form_.payload = static_cast<std::uint8_t>(form_.header + (message_.has_header() ? 1 : 0));
    switch (message_.function) {
      case SharedFunction::Gateway:
        read_gateway();
        break;
      case SharedFunction::DataPort0:
        read_data_port_0();
        break;
      case SharedFunction::DataPort1:
        read_data_port_1();
        break;
      default:
        refuse("the machine has no such unit");
    }
    check_message_registers(instruction_, form_);
    return form_;
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    refuse_message(instruction_, reason);
  }

  void read_gateway() {
    constexpr unsigned kSignalBarrier = 4;
    if ((message_.descriptor & 7) != kSignalBarrier) refuse("the machine has no such event");
    form_.kind = MessageKind::Barrier;
  }

  void read_data_port_0() {
    constexpr unsigned kScratch = 0x10;
    form_.surface = static_cast<std::uint8_t>(message_.surface());
    if ((message_.type() & kScratch) != 0) return read_scratch();
    switch (message_.type()) {
      case 0:
      case 1:
        return read_block(MessageKind::BlockRead);
      case 4:
        return read_bytes(MessageKind::Gather);
      case 7:
        form_.kind = MessageKind::Fence;
        return;
      case 8:
        return read_block(MessageKind::BlockWrite);
      case 12:
        return read_bytes(MessageKind::Scatter);
      default:
        refuse("the machine has no such message of data port 0");
    }
  }

  void read_scratch() {
    constexpr std::uint32_t kWrite = 1U << 17;
    form_.kind =
        (message_.descriptor & kWrite) != 0 ? MessageKind::ScratchWrite : MessageKind::ScratchRead;
    const unsigned registers = 1U << (message_.descriptor >> 12 & 3);
    form_.bytes = static_cast<std::uint16_t>(registers * kRegisterBytes);
    form_.surface = kStateless;
    form_.scratch_offset = (message_.descriptor & 0xfff) * kRegisterBytes;
    need_header();
  }

  void read_block(MessageKind kind) {
    constexpr unsigned kUnaligned = 1;
    constexpr std::array<unsigned, 8> kOwords = {1, 0, 2, 4, 8, 16, 0, 0};
    const unsigned owords = kOwords[message_.control() & 7];
    if (owords == 0) refuse("the machine has no blocks of this size");
    form_.kind = kind;
    form_.block_unit = message_.type() == kUnaligned ? 1 : kOwordBytes;
    form_.bytes = static_cast<std::uint16_t>(owords * kOwordBytes);
    need_header();
  }

  /// One, two or four bytes of each channel.
  void read_bytes(MessageKind kind) {
    form_.kind = kind;
    form_.channels = (message_.control() & 1) != 0 ? 16 : 8;
    read_element();
  }

  void read_element() {
    const unsigned code = message_.control() >> 2 & 3;
    if (code > 2) refuse("elements have 1, 2 or 4 bytes");
    form_.element_bytes = static_cast<std::uint8_t>(1U << code);
  }

  void read_data_port_1() {
    form_.surface = static_cast<std::uint8_t>(message_.surface());
    switch (message_.type()) {
      case 0x01:
        return read_words(MessageKind::Gather);
      case 0x02:
        return read_atomic();
      case 0x09:
        return read_words(MessageKind::Scatter);
      case 0x12:
        return read_wide_atomic();
      case 0x10:
        return read_wide_bytes(MessageKind::Gather);
      case 0x1a:
        return read_wide_bytes(MessageKind::Scatter);
      default:
        refuse("the machine has no such message of data port 1");
    }
  }

  /// Up to four words of each channel; control bits 0 to 3 name those that are left out.
  void read_words(MessageKind kind) {
    form_.kind = kind;
    form_.aligned = true;
    form_.components = static_cast<std::uint8_t>(~message_.control() & 0xf);
    if (form_.components == 0) refuse("has no components");
    switch (message_.control() >> 4 & 3) {
      case 1:
        form_.channels = 16;
        return;
      case 2:
        form_.channels = 8;
        return;
      default:
        refuse("words have addresses of 8 or 16 channels");
    }
  }

  void read_atomic() {
    form_.channels = (message_.control() & 0x10) != 0 ? 8 : 16;
    read_operation();
  }

  /// At 64-bit addresses of eight channels, on words of 32 or 64 bits.
  void read_wide_atomic() {
    form_.element_bytes = (message_.control() & 0x10) != 0 ? 8 : 4;
    read_operation();
    need_all_memory();
    form_.wide_addresses = true;
  }

  void read_operation() {
    form_.kind = MessageKind::Atomic;
    form_.aligned = true;
    form_.returns = (message_.control() & 0x20) != 0;
    const unsigned code = message_.control() & 0xf;
    if (code == 0 || code == 15) refuse("the machine has no such atomic operation");
    form_.operation = static_cast<AtomicOperation>(code);
  }

  void read_wide_bytes(MessageKind kind) {
    if ((message_.control() & 3) != 0) refuse("only bytes have 64-bit addresses");
    need_all_memory();
    form_.kind = kind;
    form_.channels = (message_.control() & 0x10) != 0 ? 16 : 8;
    form_.wide_addresses = true;
    read_element();
  }

  void need_all_memory() const {
    if (form_.surface != kStateless && form_.surface != kStatelessCoherent) {
      refuse("64-bit addresses are those of all memory, surface 253 or 255");
    }
  }

  void need_header() const {
    if (!message_.has_header()) refuse("blocks have their address in a header");
  }

  const Instruction& instruction_;
  const Message& message_;
  MessageForm form_;
};

}  // namespace

MessageForm message_form(const Instruction& instruction) { return FormReader(instruction).read(); }

}  // namespace lanefold::gen8
