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

}  // namespace lanefold
