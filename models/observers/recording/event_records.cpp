// SPDX-License-Identifier: Apache-2.0
// Events as records of CBOR, and back.
#include "observers/recording/event_records.h"

#include <array>

#include "observers/recording/cbor_record.h"
#include "observers/recording/recording_format.h"

namespace lanefold {
namespace {

using Json = nlohmann::json;

std::array<std::uint32_t, 3> sizes_at(const Json& record, std::size_t field) {
  const Json& sizes = record.at(field);
  return {number_at<std::uint32_t>(sizes, 0), number_at<std::uint32_t>(sizes, 1),
          number_at<std::uint32_t>(sizes, 2)};
}

/// The fields of a content.
void add_content(Json& record, const std::vector<std::byte>& bytes, PieceHashes& pieces) {
  const PiecedContent content = pieces.take_apart(bytes.data(), bytes.size());
  record.push_back(bytes.size());
  record.push_back(content.pieces);
  record.push_back(binary_of(content.fresh));
}

std::vector<std::byte> content_at(const Json& record, std::size_t field, PieceStore& pieces) {
  PiecedContent content;
  for (const Json& piece : record.at(field + 1)) content.pieces.push_back(number_of(piece));
  content.fresh = bytes_of(record.at(field + 2));
  return pieces.put_together(content, number_at(record, field));
}

/// Each kind of argument has fields of its own.
struct ArgumentRecord {
  Json operator()(const RecordedPart& part) const {
    return {"part", part.buffer, part.offset, part.bytes};
  }
  Json operator()(const Buffer& other) const { return {"address", other.address, other.size}; }
  Json operator()(const LocalBytes& local) const { return {"local", local.size}; }
  Json operator()(const std::vector<std::byte>& value) const {
    return Json::array({"value", binary_of(value)});
  }
};

RecordedArgument argument_of(const Json& record) {
  const std::string kind = record.at(0);
  const auto word = [&](std::size_t field) { return number_at<std::uint32_t>(record, field); };
  if (kind == "part") return RecordedPart{number_at(record, 1), word(2), word(3)};
  if (kind == "address") return Buffer{word(1), word(2)};
  if (kind == "local") return LocalBytes{word(1)};
  if (kind == "value") return bytes_of(record.at(1));
  throw Error(ErrorKind::File, "an argument is of no kind that is written");
}

struct EventRecord {
  PieceHashes& pieces;

  Json operator()(const RecordedFailure& /*failure*/) const {
    return Json::array({kFailureRecord});
  }
  Json operator()(const RecordedProgram& program) const {
    Json record{kProgramRecord, program.name, program.source};
    add_content(record, program.file, pieces);
    return record;
  }
  Json operator()(const RecordedAllocation& made) const { return {kAllocateRecord, made.bytes}; }
  Json operator()(const RecordedRelease& gone) const { return {kReleaseRecord, gone.buffer}; }
  Json operator()(const RecordedWrite& write) const {
    Json record{kWriteRecord, write.buffer, write.offset};
    add_content(record, write.content, pieces);
    return record;
  }
  Json operator()(const RecordedRead& read) const {
    return {kReadRecord, read.buffer, read.offset, read.bytes, read.checksum};
  }
  Json operator()(const RecordedLaunch& launch) const {
    Json arguments = Json::array();
    for (const RecordedArgument& one : launch.arguments) {
      arguments.push_back(std::visit(ArgumentRecord(), one));
    }
    const NDRange& range = launch.range;
    return {kLaunchRecord, launch.program, launch.kernel, range.dimensions,
            range.global,  range.local,    range.offset,  arguments};
  }
};

RecordedLaunch launch_of(const Json& record) {
  RecordedLaunch launch{number_at(record, 1), record.at(2), {}, {}};
  launch.range = {number_at<unsigned>(record, 3), sizes_at(record, 4), sizes_at(record, 5),
                  sizes_at(record, 6)};
  for (const Json& one : record.at(7)) launch.arguments.push_back(argument_of(one));
  return launch;
}

RecordContent content_of(const Json& record, PieceStore& pieces) {
  const std::string kind = record.at(0);
  if (kind == kHeaderRecord) return RecordingHeader{record.at(1), record.at(2)};
  if (kind == kEndRecord) return RecordedEnd{number_at(record, 1)};
  if (kind == kProgramRecord) {
    return RecordedProgram{record.at(1), content_at(record, 3, pieces), record.at(2)};
  }
  if (kind == kAllocateRecord) return RecordedAllocation{number_at(record, 1)};
  if (kind == kReleaseRecord) return RecordedRelease{number_at(record, 1)};
  if (kind == kWriteRecord) {
    return RecordedWrite{number_at(record, 1), number_at(record, 2), content_at(record, 3, pieces)};
  }
  if (kind == kReadRecord) {
    return RecordedRead{number_at(record, 1), number_at(record, 2), number_at(record, 3),
                        number_at(record, 4)};
  }
  if (kind == kLaunchRecord) return launch_of(record);
  if (kind == kFailureRecord) return RecordedFailure{};
  throw Error(ErrorKind::File, "a record is of no kind that is written");
}

}  // namespace

std::string record_of(const RecordingHeader& header) {
  return encoded({kHeaderRecord, header.program, header.machine});
}

std::string record_of(const RecordedEnd& end) {
  return encoded(Json::array({kEndRecord, end.events}));
}

std::string record_of(const RecordedEvent& event, PieceHashes& pieces) {
  return encoded(std::visit(EventRecord{pieces}, event));
}

RecordContent content_of(std::string_view record, PieceStore& pieces) {
  return decoded(record, [&](const Json& fields) { return content_of(fields, pieces); });
}

}  // namespace lanefold
