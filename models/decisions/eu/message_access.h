// SPDX-License-Identifier: Apache-2.0
// Messages to memory, carried out for the channels of one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decisions/eu/message_form.h"
#include "decisions/isa/gen8/registers.h"
#include "decisions/memory/global_memory.h"

namespace lanefold::gen8 {

/// A buffer as the binding table names it. Reads behind its end give zero, writes there are
/// dropped.
struct BoundSurface {
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
};

/// Local memory that addresses reach.
constexpr std::uint32_t kMostLocalBytes = 1U << 16;

/// An access behind the end of a surface, which reads zero or writes nothing.
struct AccessBehind {
  MessageKind kind = MessageKind::Gather;
  unsigned channel = 0;
  std::uint64_t offset = 0;  ///< in the surface
  unsigned bytes = 0;
  std::uint32_t surface_bytes = 0;
};

/// What the messages of a thread reach. Pointers are not owned.
struct ThreadMemory {
  GlobalMemory* global = nullptr;
  const std::vector<BoundSurface>* surfaces = nullptr;  ///< by number in the binding table
  std::byte* local = nullptr;                           ///< local memory of the thread's work-group
  std::uint32_t local_bytes = 0;
  std::optional<AccessBehind>* behind = nullptr;  ///< if set: keeps the first of them
};

/// Thrown for an access that the machine must refuse; the launch adds kernel and work-item.
struct ChannelFault {
  unsigned channel = 0;
  std::string sentence;  ///< for instance "load of 4 bytes at 0x00000000, which is not mapped"
};

/// Carries out a message to memory for `channels`, lowest channel first. The others keep what they
/// have in the registers of the response. Returns whether memory may have changed: an atomic that
/// leaves the value that was there changes nothing. Throws ChannelFault.
bool access_memory(const Instruction& instruction, const MessageForm& form, Registers& registers,
                   ChannelMask channels, const ThreadMemory& memory);

}  // namespace lanefold::gen8
