// SPDX-License-Identifier: Apache-2.0
// Writes a recording: header, events, end.
#pragma once

#include <cstdint>

#include "observers/recording/piece_table.h"
#include "observers/recording/record_stream.h"
#include "observers/recording/recorded_event.h"

namespace lanefold {

class RecordingWriter {
 public:
  /// What the sink throws, calls throw.
  RecordingWriter(const RecordingHeader& header, const RecordingSink& sink);

  /// A write of at most kMostWriteBytes.
  void add(const RecordedEvent& event);
  /// Without it, readers take the recording for cut off.
  void close();

 private:
  RecordCompressor stream_;
  PieceHashes pieces_;
  std::uint64_t events_ = 0;
};

}  // namespace lanefold
