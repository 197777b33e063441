// SPDX-License-Identifier: Apache-2.0
// Lanes, addresses and operands of messages.
#include "decisions/eu/message_lanes.h"

#include "decisions/eu/atomic_operation.h"
#include "decisions/eu/message_payload.h"
#include "decisions/eu/message_place.h"
#include "decisions/eu/pipeline_needs.h"

namespace lanefold::gen8 {
namespace {

/// What an atomic does to its word, as RISC-V's atomics say it; these cannot subtract a word from
/// something, and put the difference there. Of words of 32 bits the lower half counts.
struct WordChange {
  lanefold::Opcode operation;
  std::uint64_t operand;
};

WordChange change_of(AtomicOperation operation, std::uint64_t first) {
  using Amo = lanefold::Opcode;
  switch (operation) {
    case AtomicOperation::And:
      return {Amo::AmoandW, first};
    case AtomicOperation::Or:
      return {Amo::AmoorW, first};
    case AtomicOperation::Xor:
      return {Amo::AmoxorW, first};
    case AtomicOperation::Increment:
      return {Amo::AmoaddW, 1};
    case AtomicOperation::Decrement:
      return {Amo::AmoaddW, ~std::uint64_t{0}};
    case AtomicOperation::Add:
      return {Amo::AmoaddW, first};
    case AtomicOperation::Subtract:
      return {Amo::AmoaddW, -first};
    case AtomicOperation::SignedMaximum:
      return {Amo::AmomaxW, first};
    case AtomicOperation::SignedMinimum:
      return {Amo::AmominW, first};
    case AtomicOperation::UnsignedMaximum:
      return {Amo::AmomaxuW, first};
    case AtomicOperation::UnsignedMinimum:
      return {Amo::AmominuW, first};
    default:
      return {Amo::AmoswapW, first};
  }
}

class Describer {
 public:
  Describer(const Instruction& instruction, const MessageForm& form, const Registers& registers,
            ChannelMask channels, const ThreadMemory& memory, LaneAccess& access)
      : form_(form),
        payload_(form, registers.general.data() + form.header * kRegisterBytes),
        channels_(channels),
        first_channel_(instruction.channel_offset),
        memory_(memory),
        access_(access) {}

  void describe() {
    access_.lanes = access_.global = access_.updated = access_.overran = {};
    access_.kind = class_of(form_.kind);
    access_.changed_memory = access_.kind != InstructionClass::Load;
    access_.through = access_.compares = access_.kept = false;
    access_.image = memory_.global;
    access_.words = 0;
    const bool local = form_.surface == kLocalSurface;
    access_.space = local ? AddressSpace::Local : AddressSpace::Global;
    switch (form_.kind) {
      case MessageKind::ScratchRead:
      case MessageKind::ScratchWrite:
        describe_block(payload_.scratch_address());
        break;
      case MessageKind::BlockRead:
      case MessageKind::BlockWrite:
        describe_block(payload_.block_address());
        break;
      default:
        describe_channels();
    }
    if (!local) access_.global = access_.lanes;
  }

 private:
  void describe_block(std::uint64_t address) {
    access_.bytes = form_.bytes;
    first_end_ = kWordBytes;
    if (channels_ == 0) return;
    add(static_cast<unsigned>(__builtin_ctz(channels_)), address);
  }

  void describe_channels() {
    const unsigned words = form_.components;
    const unsigned last = 31 - static_cast<unsigned>(__builtin_clz(words));
    access_.bytes = static_cast<std::uint16_t>(last * kWordBytes + form_.element_bytes);
    first_end_ = static_cast<unsigned>(__builtin_ctz(words)) * kWordBytes + form_.element_bytes;
    const bool all = (words & (words + 1)) == 0;
    if (!all) access_.words = static_cast<std::uint8_t>(words);
    for (ChannelMask rest = channels_; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(__builtin_ctz(rest));
      const unsigned lane = channel - first_channel_;
      const bool reached = add(channel, payload_.address_of(lane));
      if (reached && form_.kind == MessageKind::Atomic) describe_change(channel, lane);
    }
  }

  /// Whether there is anything: the first of what is accessed at an address lies in the surface.
  bool add(unsigned channel, std::uint64_t address) {
    auto place = static_cast<std::uint32_t>(address);
    if (form_.surface < kStateless) {
      if (form_.surface >= memory_.surfaces->size()) return false;  // the access refuses it
      const BoundSurface& bound = (*memory_.surfaces)[form_.surface];
      if (address + first_end_ > bound.bytes) return false;
      place += bound.address;
    }
    access_.lanes.set(channel);
    access_.address[channel] = place;
    return true;
  }

  void describe_change(unsigned channel, unsigned lane) {
    const auto operand = [&](unsigned number) {
      if (number >= operands_of(form_.operation)) return std::uint64_t{0};
      return word(payload_.operand(number, lane));
    };
    access_.updated.set(channel);
    if (form_.operation == AtomicOperation::CompareAndSwap) {
      access_.operation = lanefold::Opcode::AmoswapW;
      access_.compares = true;
      access_.expected[channel] = operand(0);
      access_.operand[channel] = operand(1);
      return;
    }
    const WordChange change = change_of(form_.operation, operand(0));
    if (form_.operation == AtomicOperation::ReverseSubtract) {
      access_.operation = change.operation;
      access_.operand[channel] = operand(0) - word_before(channel);
      return;
    }
    access_.operation = change.operation;
    access_.operand[channel] = change.operand;
  }

  /// What a channel of an atomic whose result is stored finds: lower channels come before it.
  std::uint64_t word_before(unsigned channel) const {
    const std::uint32_t address = access_.address[channel];
    std::uint64_t word = word_at(address);
    for_each_lane(access_.updated & LaneMask::first(channel), [&](unsigned lower) {
      if (access_.address[lower] == address) word = access_.operand[lower];
    });
    return word;
  }

  /// What the machine's image of memory holds; the access itself refuses addresses that are none.
  std::uint64_t word_at(std::uint32_t address) const {
    if (access_.space == AddressSpace::Local) return 0;
    if (memory_.global->find(address, address + form_.element_bytes - 1) == nullptr) return 0;
    return word(memory_.global->host(address));
  }

  /// That an atomic is about.
  std::uint64_t word(const std::byte* from) const {
    if (form_.element_bytes == 8) return MessagePayload::word<std::uint64_t>(from);
    return MessagePayload::word<std::uint32_t>(from);
  }

  const MessageForm& form_;
  MessagePayload payload_;
  ChannelMask channels_;
  unsigned first_channel_;
  unsigned first_end_ = 0;  ///< of the first element at an address, in bytes from there
  const ThreadMemory& memory_;
  LaneAccess& access_;
};

}  // namespace

void describe_access(const Instruction& instruction, const MessageForm& form,
                     const Registers& registers, ChannelMask channels, const ThreadMemory& memory,
                     LaneAccess& access) {
  Describer(instruction, form, registers, channels, memory, access).describe();
}

}  // namespace lanefold::gen8
