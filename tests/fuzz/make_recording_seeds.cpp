// SPDX-License-Identifier: Apache-2.0
// make_recording_seeds FOLDER: a recording with an event of each kind, the record of each, and
// records of a checkpoint.
#include <cstdio>
#include <fstream>

#include "lanefold/error.h"
#include "observers/recording/cbor_record.h"
#include "observers/recording/event_records.h"
#include "observers/recording/recording_writer.h"

namespace {

using namespace lanefold;

std::vector<RecordedEvent> events() {
  const std::vector<std::byte> bytes(5000, std::byte{7});
  RecordedLaunch launch{0, "k", {}, {}};
  launch.arguments = {RecordedPart{0, 128, 64}, Buffer{}, LocalBytes{96}, bytes};
  return {RecordedAllocation{10'000},       RecordedWrite{0, 7, bytes},
          RecordedProgram{"p", bytes, "s"}, launch,
          RecordedRead{0, 4, 12, 5},        RecordedRelease{0}};
}

std::vector<nlohmann::json> checkpoint_records() {
  const std::vector<unsigned> one{1};
  return {{"regions", one, one, one, one},
          {"piece", 0x1000U, binary_of({std::byte{7}})},
          {"cache", "l3", 64U, 128U, 16U, one, one, one, one},
          {"directory", one, one, one},
          {"slip", 1U, 2U, 3U, 4U, 5U}};
}

void write(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "make_recording_seeds: wants a folder\n");
    return 2;
  }
  try {
    const std::string folder = std::string(argv[1]) + "/";
    std::string bytes;
    RecordingWriter writer({"host", "base = \"ivb-eu\""},
                           [&](std::string_view part) { bytes += part; });
    std::size_t number = 0;
    for (const RecordedEvent& event : events()) {
      writer.add(event);
      PieceHashes pieces;
      write(folder + "record-" + std::to_string(number++), record_of(event, pieces));
    }
    writer.close();
    write(folder + "recording", bytes);
    for (const nlohmann::json& record : checkpoint_records()) {
      write(folder + "record-" + std::to_string(number++), encoded(record));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_recording_seeds: %s\n", error.what());
    return 1;
  }
  return 0;
}
