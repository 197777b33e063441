// SPDX-License-Identifier: Apache-2.0
// Recordings in memory.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "observers/recording/recording_reader.h"
#include "observers/recording/recording_writer.h"

namespace lanefold {

inline RecordingSink into_recording(std::string& bytes) {
  return [&bytes](std::string_view part) { bytes += part; };
}

inline std::vector<std::byte> bytes_of_text(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

inline std::string recording_of(const std::vector<RecordedEvent>& events) {
  std::string bytes;
  RecordingWriter writer({"host", "base = \"ivb-eu\""}, into_recording(bytes));
  for (const RecordedEvent& event : events) writer.add(event);
  writer.close();
  return bytes;
}

inline std::vector<RecordedEvent> events_of(const std::string& bytes) {
  RecordingReader reader(bytes, "test.lfrec");
  std::vector<RecordedEvent> events;
  while (auto event = reader.next()) events.push_back(*event);
  return events;
}

}  // namespace lanefold
