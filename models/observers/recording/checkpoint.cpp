// SPDX-License-Identifier: Apache-2.0
// A machine's state as records, and back: a header; regions, pieces, caches, the directory, slip;
// and an end.
#include "observers/recording/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/error.h"
#include "observers/recording/cbor_record.h"
#include "observers/recording/recording_format.h"

namespace lanefold {
namespace {

using Json = nlohmann::json;

/// One list for each of the fields, which compress better than one for each of the entries.
template <class Entries, class Field>
Json column(const Entries& entries, Field&& field) {
  Json values = Json::array();
  for (const auto& entry : entries) values.push_back(field(entry));
  return values;
}

Json regions_record(const MemoryState& memory) {
  return {"regions", column(memory.regions, [](const auto& one) { return one.address; }),
          column(memory.regions, [](const auto& one) { return one.bytes; }),
          column(memory.regions, [](const auto& one) { return one.writable ? 1U : 0U; }),
          memory.overruns};
}

/// Of one record, which is far below kMostRecordBytes then.
constexpr std::size_t kMostLines = 1 << 20;

/// Calls `take` with parts of a list, at least once.
template <class Entry, class Take>
void in_parts(const std::vector<Entry>& entries, Take&& take) {
  std::size_t at = 0;
  do {
    const std::size_t count = std::min(entries.size() - at, kMostLines);
    take(std::vector<Entry>(entries.data() + at, entries.data() + at + count));
    at += count;
  } while (at != entries.size());
}

/// Several of one name are one cache.
Json cache_record(const CacheState& cache, const std::vector<CacheState::Line>& lines) {
  Json generator = Json::array();
  if (cache.generator) generator.push_back(*cache.generator);
  return {"cache",
          cache.name,
          cache.line_bytes,
          cache.sets,
          cache.ways,
          generator,
          column(lines, [](const auto& line) { return line.number; }),
          column(lines, [](const auto& line) { return line.place; }),
          column(lines, [](const auto& line) { return line.state; })};
}

Json directory_record(const std::vector<DirectoryLineState>& lines) {
  return {"directory", column(lines, [](const auto& line) { return line.number; }),
          column(lines, [](const auto& line) { return line.caches; }),
          column(lines, [](const auto& line) { return line.owned ? 1U : 0U; })};
}

Json slip_record(const SlipState& slip) {
  return {"slip", slip.limit, slip.cycles, slip.executing, slip.waiting, slip.bytes};
}

/// Fills in what a record says.
class CheckpointParser {
 public:
  explicit CheckpointParser(Checkpoint& checkpoint)
      : checkpoint_(checkpoint), state_(checkpoint.state) {}

  void take(const Json& record) {
    const std::string kind = record.at(0);
    const bool first = records_++ == 0;
    if (first != (kind == "header")) throw Error(ErrorKind::File, "the header is not first");
    if (kind == "header") return take_header(record);
    if (kind == "regions") return take_regions(record);
    if (kind == "piece") return take_piece(record);
    if (kind == "cache") return take_cache(record);
    if (kind == "directory") return take_directory(record);
    if (kind == "slip") return take_slip(record);
    if (kind != "end" || number_at(record, 1) != records_) {
      throw Error(ErrorKind::File, "a record is of no kind that is written");
    }
    ended_ = true;
  }
  bool ended() const { return ended_; }

 private:
  void take_header(const Json& record) {
    checkpoint_.recording = number_at(record, 1);
    checkpoint_.launch = number_at(record, 2);
    checkpoint_.machine = record.at(3);
    state_.picoseconds = number_at(record, 4);
  }
  void take_regions(const Json& record) {
    for (std::size_t i = 0; i < record.at(1).size(); ++i) {
      state_.memory.regions.push_back({number_at<std::uint32_t>(record.at(1), i),
                                       number_at<std::uint32_t>(record.at(2), i),
                                       number_at(record.at(3), i) != 0});
    }
    for (const Json& block : record.at(4)) {
      state_.memory.overruns.push_back(number_of<std::uint32_t>(block));
    }
    constexpr std::uint64_t kMostOfBlock = 4096;
    memory_ += kMostOfBlock * state_.memory.overruns.size();
    for (const MemoryState::Region& region : state_.memory.regions) memory_ += region.bytes;
  }
  void take_piece(const Json& record) {
    const auto address = number_at<std::uint32_t>(record, 1);
    const std::vector<std::byte> content = bytes_of(record.at(2));
    if (content.empty() || address < pieces_end_) {
      throw Error(ErrorKind::File, "pieces of memory are not in order");
    }
    pieces_end_ = std::uint64_t{address} + content.size();
    held_ += content.size();
    if (held_ > memory_) throw Error(ErrorKind::File, "memory holds more than its buffers");
    state_.memory.pieces.push_back({address, content});
  }
  void take_cache(const Json& record) {
    CacheState cache;
    cache.name = record.at(1);
    cache.line_bytes = number_at<std::uint32_t>(record, 2);
    cache.sets = number_at<std::uint32_t>(record, 3);
    cache.ways = number_at<std::uint32_t>(record, 4);
    if (!record.at(5).empty()) cache.generator = number_at(record.at(5), 0);
    for (std::size_t i = 0; i < record.at(6).size(); ++i) {
      cache.lines.push_back({number_at(record.at(6), i), number_at<std::uint32_t>(record.at(7), i),
                             number_at<std::uint8_t>(record.at(8), i)});
    }
    if (!state_.caches.empty() && state_.caches.back().name == cache.name) {
      std::vector<CacheState::Line>& lines = state_.caches.back().lines;
      lines.insert(lines.end(), cache.lines.begin(), cache.lines.end());
    } else {
      state_.caches.push_back(std::move(cache));
    }
  }
  void take_directory(const Json& record) {
    if (!state_.directory) state_.directory.emplace();
    for (std::size_t i = 0; i < record.at(1).size(); ++i) {
      state_.directory->push_back({number_at(record.at(1), i), number_at(record.at(2), i),
                                   number_at(record.at(3), i) != 0});
    }
  }
  void take_slip(const Json& record) {
    state_.slip.push_back({number_at<std::uint32_t>(record, 1), number_at(record, 2),
                           number_at(record, 3), number_at(record, 4), number_at(record, 5)});
  }

  Checkpoint& checkpoint_;
  MachineState& state_;
  std::uint64_t records_ = 0;
  std::uint64_t memory_ = 0;      ///< bytes that pieces may hold
  std::uint64_t held_ = 0;        ///< and do
  std::uint64_t pieces_end_ = 0;  ///< of the latest one
  bool ended_ = false;
};

}  // namespace

void write_checkpoint(const Checkpoint& checkpoint, const RecordingSink& sink) {
  sink(file_start(kCheckpointFile));
  RecordCompressor stream(sink);
  std::uint64_t records = 0;
  const auto add = [&](const Json& record) {
    stream.add(encoded(record));
    ++records;
  };
  const MachineState& state = checkpoint.state;
  add({"header", checkpoint.recording, checkpoint.launch, checkpoint.machine, state.picoseconds});
  add(regions_record(state.memory));
  for (const MemoryState::Piece& piece : state.memory.pieces) {
    add({"piece", piece.address, binary_of(piece.content)});
  }
  for (const CacheState& cache : state.caches) {
    in_parts(cache.lines, [&](const auto& lines) { add(cache_record(cache, lines)); });
  }
  if (state.directory) {
    in_parts(*state.directory, [&](const auto& lines) { add(directory_record(lines)); });
  }
  for (const SlipState& slip : state.slip) add(slip_record(slip));
  add({"end", records + 1});
  stream.close();
}

Checkpoint read_checkpoint(std::string_view bytes, const std::string& file) {
  RecordExpander stream(frame_of(bytes, file, kCheckpointFile));
  Checkpoint checkpoint;
  try {
    CheckpointParser parser(checkpoint);
    while (!parser.ended()) {
      decoded(stream.next(), [&](const Json& record) { parser.take(record); });
    }
    stream.require_end();
  } catch (const Error& error) {
    throw Error(ErrorKind::File, fmt::format("{}: {}", file, error.what()));
  }
  return checkpoint;
}

}  // namespace lanefold
