// SPDX-License-Identifier: Apache-2.0
// What stands where in the registers that a message takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "decisions/eu/message_form.h"
#include "decisions/isa/gen8/operand.h"

namespace lanefold::gen8 {

/// Lanes count the channels of the message.
class MessagePayload {
 public:
  /// `registers` are those of the payload, header included; they outlive it.
  MessagePayload(const MessageForm& form, const std::byte* registers)
      : form_(form),
        header_(registers),
        data_(registers + (form.payload - form.header) * kRegisterBytes) {}

  std::uint64_t address_of(unsigned lane) const {
    if (form_.wide_addresses) return word<std::uint64_t>(data_ + lane * sizeof(std::uint64_t));
    return word<std::uint32_t>(data_ + lane * kWordBytes);
  }
  /// A word of a lane, of those that come behind the addresses.
  const std::byte* operand(unsigned number, unsigned lane) const {
    const unsigned addresses = registers_of(form_.channels, form_.wide_addresses ? 8 : kWordBytes);
    return data_ + addresses * kRegisterBytes + place_of_word(number, lane);
  }
  /// In data or response.
  std::size_t place_of_word(unsigned number, unsigned lane) const {
    const unsigned bytes = form_.lane_bytes();
    return number * registers_of(form_.channels, bytes) * kRegisterBytes + lane * bytes;
  }
  /// Of blocks and scratch memory: behind the header.
  const std::byte* data() const { return data_; }

  /// Word 2 of the header; blocks of type 0 count it in units of 16 bytes.
  std::uint64_t block_address() const {
    return std::uint64_t{word<std::uint32_t>(header_ + 2 * kWordBytes)} * form_.block_unit;
  }
  /// Word 5 of the header has the thread's scratch memory in units of 1 KB.
  std::uint64_t scratch_address() const {
    return (word<std::uint32_t>(header_ + 5 * kWordBytes) & ~0x3ffU) + form_.scratch_offset;
  }

  template <class Word>
  static Word word(const std::byte* from) {
    Word value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }

 private:
  const MessageForm& form_;
  const std::byte* header_;
  const std::byte* data_;
};

}  // namespace lanefold::gen8
