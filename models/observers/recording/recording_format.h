// SPDX-License-Identifier: Apache-2.0
// The bytes of a recording (docs/how-to/recordings.md): a magic and a version, then one frame of
// Zstandard with its checksum, which holds records: the header, events, and an end. A record is its
// length and a value of CBOR (RFC 8949).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanefold {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "recordings are little-endian");

constexpr std::string_view kRecordingMagic{"LFREC\n\r\n", 8};
constexpr std::uint32_t kRecordingVersion = 1;

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
