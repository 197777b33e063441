// SPDX-License-Identifier: Apache-2.0
// Any bytes as a recording: they are refused in one sentence, or every event is one that can be
// written again. The reader refuses most input by its checksum, so the same bytes are also tried as
// a record, behind the checksum.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lanefold/error.h"
#include "observers/recording/event_records.h"
#include "observers/recording/recording_reader.h"

namespace {

using namespace lanefold;

void require(bool holds) {
  if (!holds) std::abort();
}

void read_recording(std::string_view bytes) {
  try {
    RecordingReader reader(bytes, "fuzz.lfrec");
    while (reader.next()) {
    }
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::File);
  }
}

void read_record(std::string_view bytes) {
  PieceStore store;
  try {
    const RecordContent content = content_of(bytes, store);
    const auto* const event = std::get_if<RecordedEvent>(&content);
    if (event == nullptr) return;
    PieceHashes hashes;
    const std::string again = record_of(*event, hashes);
    PieceStore other;
    require(record_of(std::get<RecordedEvent>(content_of(again, other)), hashes).size() <=
            again.size());
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::File);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_recording(bytes);
  read_record(bytes);
  return 0;
}
