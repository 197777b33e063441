// SPDX-License-Identifier: Apache-2.0
// A cache without time: loaders and checkers see what a read would see.
#include <algorithm>
#include <cstring>

#include "blocks/cache/cache.h"
#include "blocks/memory_link/debug_transport.h"

namespace lanefold {

unsigned Cache::transport_dbg(int /*port*/, tlm::tlm_generic_payload& payload) {
  const tlm::tlm_command command = payload.get_command();
  if (command == tlm::TLM_IGNORE_COMMAND) return 0;
  return debug_in_pieces(payload, line_bytes_,
                         [&](std::uint64_t address, unsigned char* data, unsigned length) {
                           return debug_line(command, address, data, length);
                         });
}

/// Bytes of one line: what is here is newer than what is on its way down, and that is newer than
/// what is there. Writes reach all of them.
unsigned Cache::debug_line(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                           unsigned length) {
  const bool reads = command == tlm::TLM_READ_COMMAND;
  if (reads && array_.find(address >> line_shift_)) {
    return debug_here(command, address, data, length);
  }
  const unsigned below = debug_down(command, address, data, length);
  return std::max(below, debug_here(command, address, data, length));
}

/// What this cache alone knows; 0 if that is not all.
unsigned Cache::debug_here(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                           unsigned length) {
  const bool reads = command == tlm::TLM_READ_COMMAND;
  std::uint64_t found = 0;
  const auto place = array_.find(address >> line_shift_);
  if (place) {
    unsigned char* line = array_.data(*place) + (address & (line_bytes_ - 1));
    std::memcpy(reads ? data : line, reads ? line : data, length);
    if (reads) return length;
    found = length;
  }
  for (DownRequest* request : writes_) {
    const std::uint64_t begin = std::max<std::uint64_t>(address, request->get_address());
    const std::uint64_t end = std::min<std::uint64_t>(
        address + length, request->get_address() + request->get_data_length());
    for (std::uint64_t byte = begin; byte < end; ++byte) {
      const auto offset = static_cast<unsigned>(byte - request->get_address());
      if (!byte_enabled(*request, offset)) continue;
      unsigned char& on_its_way = request->data()[offset];
      (reads ? data[byte - address] : on_its_way) = reads ? on_its_way : data[byte - address];
    }
    const bool whole = request->get_byte_enable_ptr() == nullptr;
    if (whole && request->kind == DownRequest::Kind::WriteBack &&
        request->line == address >> line_shift_) {
      found = length;
    }
  }
  return static_cast<unsigned>(found);
}

unsigned Cache::debug_down(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                           unsigned length) {
  return debug_transport(*down.operator->(), command, address, data, length);
}

}  // namespace lanefold
