// SPDX-License-Identifier: Apache-2.0
// Writes a recording: header, events, end.
#include "observers/recording/recording_writer.h"

#include <string>

#include "lanefold/error.h"
#include "observers/recording/event_records.h"
#include "observers/recording/recording_format.h"

namespace lanefold {

RecordingWriter::RecordingWriter(const RecordingHeader& header, const RecordingSink& sink)
    : stream_(sink) {
  sink(file_start(kRecordingFile));
  stream_.add(record_of(header));
}

void RecordingWriter::add(const RecordedEvent& event) {
  const std::string record = record_of(event, pieces_);
  if (record.size() > kMostRecordBytes) {
    throw Error(ErrorKind::File, "a program of more than 64 MiB cannot be recorded");
  }
  stream_.add(record);
  ++events_;
}

void RecordingWriter::close() {
  stream_.add(record_of(RecordedEnd{events_}));
  stream_.close();
}

}  // namespace lanefold
