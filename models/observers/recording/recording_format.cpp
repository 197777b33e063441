// SPDX-License-Identifier: Apache-2.0
// How files of records begin.
#include "observers/recording/recording_format.h"

#include <fmt/format.h>

#include <cstring>

#include "lanefold/error.h"

namespace lanefold {

std::string file_start(const RecordFileKind& kind) {
  std::string start(kind.magic);
  start.append(reinterpret_cast<const char*>(&kind.version), sizeof kind.version);
  return start;
}

std::string_view frame_of(std::string_view bytes, const std::string& file,
                          const RecordFileKind& kind) {
  std::uint32_t version = 0;
  for (const RecordFileKind& other : {kRecordingFile, kCheckpointFile}) {
    if (other.magic == kind.magic || bytes.substr(0, other.magic.size()) != other.magic) continue;
    throw Error(ErrorKind::File,
                fmt::format("{}: this is a {}, where a {} is wanted", file, other.name, kind.name));
  }
  if (bytes.substr(0, kind.magic.size()) != kind.magic ||
      bytes.size() < kind.magic.size() + sizeof version) {
    throw Error(ErrorKind::File,
                fmt::format("{}: this is no {}, which `{}` writes", file, kind.name, kind.writer));
  }
  std::memcpy(&version, bytes.data() + kind.magic.size(), sizeof version);
  if (version != kind.version) {
    throw Error(ErrorKind::File, fmt::format("{}: the {} has version {}; valid: {}", file,
                                             kind.name, version, kind.version));
  }
  return bytes.substr(kind.magic.size() + sizeof version);
}

}  // namespace lanefold
