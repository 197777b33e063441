// SPDX-License-Identifier: Apache-2.0
// Global memory by debug transport, a page at a time.
#include "machine/top/debug_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "blocks/memory_link/debug_transport.h"
#include "decisions/memory/global_memory.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
using Page = std::array<unsigned char, kPageBytes>;

std::string difference_in(tlm::tlm_fw_transport_if<>& memory, const unsigned char* expected,
                          std::uint64_t address, unsigned bytes) {
  Page page;
  const unsigned read = debug_transport(memory, tlm::TLM_READ_COMMAND, address, page.data(), bytes);
  if (read < bytes) {
    return fmt::format("debug transport reads {} of {} bytes at {:#010x}", read, bytes, address);
  }
  const auto found = std::mismatch(page.begin(), page.begin() + bytes, expected);
  if (found.first == page.begin() + bytes) return {};
  return fmt::format("the memory system holds {:#04x} at {:#010x}, where the buffer has {:#04x}",
                     *found.first, address + (found.second - expected), *found.second);
}

}  // namespace

bool debug_load(tlm::tlm_fw_transport_if<>& memory, const GlobalMemory& image,
                std::uint32_t address, std::uint64_t bytes) {
  Page page;
  for (std::uint64_t done = 0; done < bytes; done += kPageBytes) {
    const auto part = static_cast<unsigned>(std::min(kPageBytes, bytes - done));
    std::memcpy(page.data(), image.host(address + static_cast<std::uint32_t>(done)), part);
    const unsigned moved =
        debug_transport(memory, tlm::TLM_WRITE_COMMAND, address + done, page.data(), part);
    if (moved < part) return false;
  }
  return true;
}

bool debug_read(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address, void* data,
                std::uint64_t bytes) {
  auto* const to = static_cast<unsigned char*>(data);
  for (std::uint64_t done = 0; done < bytes; done += kPageBytes) {
    const auto part = static_cast<unsigned>(std::min(kPageBytes, bytes - done));
    if (debug_transport(memory, tlm::TLM_READ_COMMAND, address + done, to + done, part) < part) {
      return false;
    }
  }
  return true;
}

std::string debug_difference(tlm::tlm_fw_transport_if<>& memory, const GlobalMemory& image) {
  for (const GlobalMemory::Region& region : image.regions()) {
    for (std::uint32_t at = region.begin; at < region.end; at += kPageBytes) {
      const auto part = static_cast<unsigned>(std::min<std::uint64_t>(kPageBytes, region.end - at));
      const auto* expected = reinterpret_cast<const unsigned char*>(image.host(at));
      std::string difference = difference_in(memory, expected, at, part);
      if (!difference.empty()) return difference;
    }
  }
  return {};
}

}  // namespace lanefold
