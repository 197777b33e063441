// SPDX-License-Identifier: Apache-2.0
// The bytes of recordings and checkpoints (docs/how-to/recordings.md): a magic and a version, then
// one frame of Zstandard with its checksum, which holds records. Of a recording these are the
// header, events, and an end. A record is its length and a value of CBOR (RFC 8949).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanefold {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "recordings are little-endian");

/// A kind of file: what it begins with, and how messages call it.
struct RecordFileKind {
  std::string_view magic;
  std::uint32_t version;
  const char* name;
  const char* writer;
};
constexpr RecordFileKind kRecordingFile{
    {"LFREC\n\r\n", 8}, 1, "recording", "lanefold exec --record"};
constexpr RecordFileKind kCheckpointFile{
    {"LFCKP\n\r\n", 8}, 1, "checkpoint", "lanefold replay --checkpoint-at"};

/// Magic and version.
std::string file_start(const RecordFileKind& kind);
/// What follows them; throws Error(File) for a file, of that name, of another kind or version.
std::string_view frame_of(std::string_view bytes, const std::string& file,
                          const RecordFileKind& kind);

/// Of a record, without its length.
constexpr std::uint32_t kMostRecordBytes = 64 << 20;

/// Contents are kept by piece; one that has been there before, as its number. The last piece of a
/// content may be shorter.
constexpr std::size_t kPieceBytes = 4096;

/// A longer write is several events.
constexpr std::size_t kMostWriteBytes = 16 << 20;

/// Names of the kinds of record.
constexpr const char* kHeaderRecord = "header";
constexpr const char* kProgramRecord = "program";
constexpr const char* kAllocateRecord = "allocate";
constexpr const char* kReleaseRecord = "release";
constexpr const char* kWriteRecord = "write";
constexpr const char* kReadRecord = "read";
constexpr const char* kLaunchRecord = "launch";
constexpr const char* kFailureRecord = "failure";
constexpr const char* kEndRecord = "end";

}  // namespace lanefold
