// SPDX-License-Identifier: Apache-2.0
// Reads a recording, event by event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "observers/recording/event_records.h"
#include "observers/recording/record_stream.h"

namespace lanefold {

/// Calls throw Error(File), a sentence with the file's name, for what is no recording, of another
/// version, damaged or cut off.
class RecordingReader {
 public:
  /// The bytes of the file, which outlive the reader.
  RecordingReader(std::string_view bytes, std::string name);

  const RecordingHeader& header() const { return header_; }
  /// Nothing behind the last one.
  std::optional<RecordedEvent> next();

  /// Names the file and the event that was read last.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  RecordContent read();

  std::string name_;
  RecordExpander stream_;
  PieceStore pieces_;
  RecordingHeader header_;
  std::uint64_t events_ = 0;  ///< that were read
  bool ended_ = false;
};

}  // namespace lanefold
