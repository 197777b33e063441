// SPDX-License-Identifier: Apache-2.0
// Events as records of CBOR (RFC 8949), and back. A record is an array: its kind, then its fields.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "observers/recording/piece_table.h"
#include "observers/recording/recorded_event.h"

namespace lanefold {

/// What tells a recording that is whole from one that was cut off.
struct RecordedEnd {
  std::uint64_t events = 0;  ///< before it
};

using RecordContent = std::variant<RecordingHeader, RecordedEvent, RecordedEnd>;

std::string record_of(const RecordingHeader& header);
std::string record_of(const RecordedEnd& end);
std::string record_of(const RecordedEvent& event, PieceHashes& pieces);

/// Throws Error(File), a reason, for bytes that are no record.
RecordContent content_of(std::string_view record, PieceStore& pieces);

}  // namespace lanefold
