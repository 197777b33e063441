// SPDX-License-Identifier: Apache-2.0
// Reads a recording, event by event.
#include "observers/recording/recording_reader.h"

#include <fmt/format.h>

#include "lanefold/error.h"
#include "observers/recording/recording_format.h"

namespace lanefold {
RecordingReader::RecordingReader(std::string_view bytes, std::string name)
    : name_(std::move(name)), stream_(frame_of(bytes, name_, kRecordingFile)) {
  const RecordContent first = read();
  const auto* const header = std::get_if<RecordingHeader>(&first);
  if (header == nullptr) refuse("the first record is no header");
  header_ = *header;
}

std::optional<RecordedEvent> RecordingReader::next() {
  if (ended_) return {};
  RecordContent content = read();
  if (auto* const event = std::get_if<RecordedEvent>(&content)) {
    ++events_;
    return std::move(*event);
  }
  const auto* const end = std::get_if<RecordedEnd>(&content);
  if (end == nullptr) refuse("a second header");
  if (end->events != events_) {
    refuse(fmt::format("there are {} events in place of {}", events_, end->events));
  }
  try {
    stream_.require_end();
  } catch (const Error& error) {
    refuse(error.what());
  }
  ended_ = true;
  return {};
}

RecordContent RecordingReader::read() {
  try {
    return content_of(stream_.next(), pieces_);
  } catch (const Error& error) {
    refuse(error.what());
  }
}

void RecordingReader::refuse(const std::string& why) const {
  throw Error(ErrorKind::File, fmt::format("{}, behind event {}: {}", name_, events_, why));
}

}  // namespace lanefold
