// SPDX-License-Identifier: Apache-2.0
// Debug transport in pieces: what blocks that keep lines apart, loaders and checkers have in
// common.
#pragma once

#include <tlm.h>

#include <algorithm>
#include <cstdint>

namespace lanefold {

/// Bytes that `target` has moved.
inline unsigned debug_transport(tlm::tlm_fw_transport_if<>& target, tlm::tlm_command command,
                                std::uint64_t address, unsigned char* data, unsigned length) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(length);
  payload.set_streaming_width(length);
  return target.transport_dbg(payload);
}

/// Hands over the pieces of the payload's range, none of which crosses a multiple of `piece_bytes`:
/// address, data and length; `move` returns the bytes that it has moved. Ends at the first piece
/// that it has not moved wholly, and returns the sum.
template <class Move>
unsigned debug_in_pieces(tlm::tlm_generic_payload& payload, std::uint64_t piece_bytes,
                         const Move& move) {
  const unsigned length = payload.get_data_length();
  unsigned done = 0;
  while (done < length) {
    const std::uint64_t address = payload.get_address() + done;
    const auto bytes = static_cast<unsigned>(
        std::min<std::uint64_t>(piece_bytes - address % piece_bytes, length - done));
    const unsigned moved = move(address, payload.get_data_ptr() + done, bytes);
    done += std::min(moved, bytes);
    if (moved < bytes) break;
  }
  return done;
}

/// Accesses `below`, and then by pieces what may be newer: `move` gets what came from below, or
/// goes there. As a whole if all of it is below, for calls take most of the time.
template <class Move>
unsigned debug_above(tlm::tlm_fw_transport_if<>& below, tlm::tlm_generic_payload& payload,
                     std::uint64_t piece_bytes, const Move& move) {
  const auto go_below = [&](std::uint64_t address, unsigned char* data, unsigned length) {
    return debug_transport(below, payload.get_command(), address, data, length);
  };
  const unsigned length = payload.get_data_length();
  const bool all = go_below(payload.get_address(), payload.get_data_ptr(), length) == length;
  return debug_in_pieces(payload, piece_bytes,
                         [&](std::uint64_t address, unsigned char* data, unsigned bytes) {
                           const unsigned there = all ? bytes : go_below(address, data, bytes);
                           return std::max(there, move(address, data, bytes));
                         });
}

}  // namespace lanefold
