// SPDX-License-Identifier: Apache-2.0
// Where an address of a message lies in the host's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "decisions/eu/message_access.h"

namespace lanefold::gen8 {

/// "load", "store" or "atomic access".
const char* name_of_access(MessageKind kind);
/// Whether it changes no memory.
bool only_reads(MessageKind kind);

/// For the channels of one message, which mostly lie in one region.
class MessagePlaces {
 public:
  MessagePlaces(const ThreadMemory& memory, unsigned surface, const MessageForm& form)
      : memory_(memory), surface_(surface), kind_(form.kind), aligned_(form.aligned) {}

  /// Host address of `bytes` from `address` on, or nullptr where a surface has ended. Throws
  /// ChannelFault for what the channel must not reach.
  std::byte* at(std::uint64_t address, unsigned bytes, unsigned channel) {
    if (aligned_ && address % bytes != 0) refuse(address, bytes, channel, "which is misaligned");
    switch (surface_) {
      case kLocalSurface:
        return in_local(address, bytes, channel);
      case kStateless:
      case kStatelessCoherent:
        return in_global(address, bytes, channel);
      default:
        return in_surface(address, bytes, channel);
    }
  }

 private:
  std::byte* in_local(std::uint64_t address, unsigned bytes, unsigned channel) const;
  std::byte* in_global(std::uint64_t address, unsigned bytes, unsigned channel);
  std::byte* in_surface(std::uint64_t address, unsigned bytes, unsigned channel) const;
  [[noreturn]] void refuse(std::uint64_t address, unsigned bytes, unsigned channel,
                           const std::string& reason) const;

  const ThreadMemory& memory_;
  unsigned surface_;
  MessageKind kind_;
  bool aligned_;
  GlobalMemory::Region region_;  ///< the last one found; at first empty
};

}  // namespace lanefold::gen8
