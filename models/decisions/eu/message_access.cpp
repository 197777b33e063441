// SPDX-License-Identifier: Apache-2.0
// What each kind of message moves between registers and memory.
#include "decisions/eu/message_access.h"

#include <array>
#include <cstring>

#include "decisions/eu/atomic_operation.h"
#include "decisions/eu/message_payload.h"
#include "decisions/eu/message_place.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

class MessageTransfer {
 public:
  MessageTransfer(const Instruction& instruction, const MessageForm& form, Registers& registers,
                  ChannelMask channels, const ThreadMemory& memory)
      : form_(form),
        registers_(registers),
        channels_(channels),
        first_channel_(instruction.channel_offset),
        width_(instruction.execution_size),
        places_(memory, form.surface, form),
        payload_(form, taken_.data()) {
    const Operand& destination = instruction.destination;
    keeps_response_ = destination.file == RegisterFile::General;
    response_ = registers_.general.data() + destination.number * kRegisterBytes;
    const std::size_t from = form.header * kRegisterBytes;
    const std::size_t bytes = instruction.message.payload_registers() * kRegisterBytes;
    std::memcpy(taken_.data(), registers_.general.data() + from, bytes);
  }

  bool run() {
    switch (form_.kind) {
      case MessageKind::Gather:
        for_each_lane([&](unsigned lane) { gather(lane); });
        return false;
      case MessageKind::Scatter:
        for_each_lane([&](unsigned lane) { scatter(lane); });
        return true;
      case MessageKind::Atomic:
        for_each_lane([&](unsigned lane) {
          form_.element_bytes == 8 ? change<std::uint64_t>(lane) : change<std::uint32_t>(lane);
        });
        return atomics_changed_;
      case MessageKind::BlockRead:
      case MessageKind::BlockWrite:
        return move_block(payload_.block_address());
      case MessageKind::ScratchRead:
      case MessageKind::ScratchWrite:
        return move_scratch();
      default:
        throw Error(ErrorKind::Internal, "a message to memory that moves nothing");
    }
  }

 private:
  /// Lanes count the channels of the message.
  template <class Action>
  void for_each_lane(Action&& action) const {
    for (ChannelMask rest = channels_; rest != 0; rest &= rest - 1) {
      action(static_cast<unsigned>(__builtin_ctz(rest)) - first_channel_);
    }
  }
  unsigned channel_of(unsigned lane) const { return first_channel_ + lane; }

  template <class Word>
  static Word word(const std::byte* from) {
    return MessagePayload::word<Word>(from);
  }

  template <class Word>
  void respond(unsigned number, unsigned lane, Word value) {
    if (keeps_response_) {
      std::memcpy(response_ + payload_.place_of_word(number, lane), &value, sizeof value);
    }
  }

  void gather(unsigned lane) {
    const std::uint64_t address = payload_.address_of(lane);
    for_each_word([&](unsigned number, unsigned component) {
      const std::byte* from =
          places_.at(address + component * kWordBytes, form_.element_bytes, channel_of(lane));
      std::uint32_t value = 0;
      if (from != nullptr) std::memcpy(&value, from, form_.element_bytes);
      respond(number, lane, value);
    });
  }

  void scatter(unsigned lane) {
    const std::uint64_t address = payload_.address_of(lane);
    for_each_word([&](unsigned number, unsigned component) {
      std::byte* to =
          places_.at(address + component * kWordBytes, form_.element_bytes, channel_of(lane));
      if (to != nullptr) std::memcpy(to, payload_.operand(number, lane), form_.element_bytes);
    });
  }

  /// With the position of each word in registers, and that in memory.
  template <class Action>
  void for_each_word(Action&& action) const {
    unsigned number = 0;
    for (unsigned rest = form_.components; rest != 0; rest &= rest - 1) {
      action(number++, static_cast<unsigned>(__builtin_ctz(rest)));
    }
  }

  template <class Word>
  void change(unsigned lane) {
    const std::uint64_t address = payload_.address_of(lane);
    std::byte* at = places_.at(address, sizeof(Word), channel_of(lane));
    const Word before = at == nullptr ? 0 : word<Word>(at);
    const auto operand = [&](unsigned number) {
      const bool taken = number < operands_of(form_.operation);
      return taken ? word<Word>(payload_.operand(number, lane)) : Word{0};
    };
    const Word after = atomic_result(form_.operation, before, operand(0), operand(1));
    if (at != nullptr) std::memcpy(at, &after, sizeof after);
    atomics_changed_ |= at != nullptr && after != before;
    if (form_.returns) respond(0, lane, before);
  }

  /// Word by word, for a surface may end within.
  bool move_block(std::uint64_t address) {
    const bool writes = form_.kind == MessageKind::BlockWrite;
    if (!writes && !keeps_response_) return false;
    for (unsigned offset = 0; offset < form_.bytes; offset += kWordBytes) {
      std::byte* const at = places_.at(address + offset, kWordBytes, first_channel_);
      if (writes && at != nullptr) std::memcpy(at, payload_.data() + offset, kWordBytes);
      if (!writes && at != nullptr) std::memcpy(response_ + offset, at, kWordBytes);
      if (!writes && at == nullptr) std::memset(response_ + offset, 0, kWordBytes);
    }
    return writes;
  }

  /// Words that belong to channels that are off stay as they are.
  bool move_scratch() {
    std::byte* const at = places_.at(payload_.scratch_address(), form_.bytes, first_channel_);
    const bool writes = form_.kind == MessageKind::ScratchWrite;
    if (!writes && !keeps_response_) return false;
    for (unsigned number = 0; number < form_.bytes / kWordBytes; ++number) {
      if ((channels_ >> channel_of(number % width_) & 1U) == 0) continue;
      const unsigned place = number * kWordBytes;
      if (writes) {
        std::memcpy(at + place, payload_.data() + place, kWordBytes);
      } else {
        std::memcpy(response_ + place, at + place, kWordBytes);
      }
    }
    return writes;
  }

  const MessageForm& form_;
  Registers& registers_;
  ChannelMask channels_;
  unsigned first_channel_;
  unsigned width_;
  MessagePlaces places_;
  bool keeps_response_ = false;
  bool atomics_changed_ = false;
  std::byte* response_ = nullptr;
  alignas(kRegisterBytes) std::array<std::byte, 16 * kRegisterBytes> taken_;
  MessagePayload payload_;  ///< as the message takes it: responses may overwrite it
};

}  // namespace

bool access_memory(const Instruction& instruction, const MessageForm& form, Registers& registers,
                   ChannelMask channels, const ThreadMemory& memory) {
  return MessageTransfer(instruction, form, registers, channels, memory).run();
}

}  // namespace lanefold::gen8
