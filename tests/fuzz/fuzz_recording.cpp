// SPDX-License-Identifier: Apache-2.0
// Any bytes as a recording or a checkpoint: they are refused in one sentence, or every event is one
// that can be written again. Readers refuse most input by its checksum, so the same bytes are also
// tried as a record, behind the checksum.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "decisions/cache/cache_array.h"
#include "decisions/memory/global_memory.h"
#include "lanefold/error.h"
#include "observers/recording/cbor_record.h"
#include "observers/recording/checkpoint.h"
#include "observers/recording/event_records.h"
#include "observers/recording/recording_format.h"
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

/// Behind a header, and into a memory and a cache.
void read_checkpoint_record(std::string_view bytes) {
  std::string file = file_start(kCheckpointFile);
  RecordCompressor stream([&](std::string_view part) { file += part; });
  stream.add(encoded({"header", 1U, 2U, "", 3U}));
  stream.add(bytes);
  stream.add(encoded(nlohmann::json::array({"end", 3U})));
  stream.close();
  try {
    const Checkpoint checkpoint = read_checkpoint(file, "fuzz.lfckpt");
    CacheArray array(CacheConfig(), 64);
    const auto no_data = [](std::uint64_t /*line*/, unsigned char* /*data*/) {};
    for (const CacheState& cache : checkpoint.state.caches) array.restore(cache, no_data);
    GlobalMemory(1 << 20).restore(checkpoint.state.memory);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::File);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_recording(bytes);
  read_record(bytes);
  read_checkpoint_record(bytes);
  return 0;
}
