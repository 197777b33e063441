// SPDX-License-Identifier: Apache-2.0
// What a message asks a unit outside of the EU to do, read once from its descriptor (Programmer's
// Reference Manual for Broadwell, volume 7: data ports, message gateway, thread spawner).
#pragma once

#include <cstdint>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

enum class MessageKind : std::uint8_t {
  Gather,     ///< each channel reads at an address of its own
  Scatter,    ///< each channel writes at an address of its own
  Atomic,     ///< each channel changes a word at an address of its own
  BlockRead,  ///< bytes that follow one another, at one address for all channels
  BlockWrite,
  ScratchRead,  ///< whole registers, in scratch memory of the thread
  ScratchWrite,
  Fence,
  Barrier,  ///< the thread has reached the barrier of its work-group
  End,      ///< of the thread
};

/// What an atomic leaves in memory, by the code of the descriptor.
enum class AtomicOperation : std::uint8_t {
  And = 1,
  Or,
  Xor,
  Store,
  Increment,
  Decrement,
  Add,
  Subtract,
  ReverseSubtract,
  SignedMaximum,
  SignedMinimum,
  UnsignedMaximum,
  UnsignedMinimum,
  CompareAndSwap,
};

/// Numbers of surfaces that are no buffers.
constexpr unsigned kStatelessCoherent = 255;
constexpr unsigned kStateless = 253;
constexpr unsigned kLocalSurface = 254;

/// What addresses of words count.
constexpr unsigned kWordBytes = 4;

struct MessageForm {
  MessageKind kind = MessageKind::End;
  std::uint8_t surface = 0;     ///< of what accesses memory: in the binding table, or one of above
  std::uint8_t channels = 8;    ///< of Gather, Scatter, Atomic: 8 or 16
  std::uint8_t components = 1;  ///< of Gather, Scatter: bit n for the n-th word from the address
  std::uint8_t element_bytes = 4;  ///< of Gather, Scatter: 1, 2 or 4; of Atomic: 4 or 8
  bool aligned = false;            ///< addresses must be those of words
  bool wide_addresses = false;     ///< 64 bits, not 32
  bool returns = false;            ///< an Atomic gives the old word back
  AtomicOperation operation = AtomicOperation::Add;
  std::uint16_t bytes = 0;           ///< of blocks, in memory
  std::uint8_t block_unit = 1;       ///< bytes in which the address of a block counts
  std::uint32_t scratch_offset = 0;  ///< bytes, in the thread's scratch memory
  std::uint8_t payload = 0;          ///< the first register behind the header
  std::uint8_t header = 0;           ///< its register, where there is one

  /// Bytes of each channel that an element takes in registers.
  unsigned lane_bytes() const { return element_bytes == 8 ? 8 : kWordBytes; }
};

/// Throws Error(IllegalInstruction), with offset and text, for a message that the machine does not
/// carry out.
MessageForm message_form(const Instruction& instruction);

/// Registers that so many bytes of each channel take.
constexpr unsigned registers_of(unsigned channels, unsigned bytes_of_channel) {
  return (channels * bytes_of_channel + kRegisterBytes - 1) / kRegisterBytes;
}

}  // namespace lanefold::gen8
