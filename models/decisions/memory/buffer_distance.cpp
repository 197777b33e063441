// SPDX-License-Identifier: Apache-2.0
// The buffers around an access, and the nearer one of them.
#include "decisions/memory/buffer_distance.h"

#include <fmt/format.h>

namespace lanefold {
namespace {

using Region = GlobalMemory::Region;

struct Neighbours {
  const Region* in_front = nullptr;  ///< the last buffer that begins at the address or before it
  const Region* behind = nullptr;    ///< the first one that begins after it
};

/// A kernel's arguments and programs, which are not writable, are no buffers.
Neighbours neighbours_of(std::uint32_t address, const GlobalMemory& global) {
  Neighbours found;
  for (const Region& region : global.regions()) {
    if (!region.writable) continue;
    if (region.begin > address) {
      found.behind = &region;
      break;
    }
    found.in_front = &region;
  }
  return found;
}

std::string description(const Region& buffer) {
  return fmt::format("the buffer of {} bytes at {:#010x}", buffer.end - buffer.begin, buffer.begin);
}

}  // namespace

std::string describe_distance(const GlobalMemory& global, std::uint32_t first, std::uint32_t last) {
  const auto [in_front, behind] = neighbours_of(first, global);
  if (in_front == nullptr && behind == nullptr) return {};
  const std::uint64_t over = in_front == nullptr ? 0 : std::uint64_t{last} + 1 - in_front->end;
  const std::uint32_t under = behind == nullptr ? 0 : behind->begin - first;
  if (in_front != nullptr && (behind == nullptr || over <= under)) {
    return fmt::format("reaches {} bytes behind the end of {}", over, description(*in_front));
  }
  return fmt::format("begins {} bytes in front of {}", under, description(*behind));
}

std::string with_distance(const std::string& reason, const GlobalMemory& global,
                          std::uint32_t first, std::uint32_t last) {
  const std::string distance = describe_distance(global, first, last);
  return distance.empty() ? reason : fmt::format("{}: it {}", reason, distance);
}

}  // namespace lanefold
