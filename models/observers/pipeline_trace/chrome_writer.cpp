// SPDX-License-Identifier: Apache-2.0
// Rows as trace events.
#include "observers/pipeline_trace/chrome_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace lanefold {
namespace {

/// Launches, and requests that serve no core.
constexpr unsigned kMachine = 0;
constexpr unsigned pipeline_of_core(unsigned core) { return 1 + 2 * core; }
constexpr unsigned memory_of_core(unsigned core) { return 2 + 2 * core; }

std::string name_of_process(unsigned process) {
  if (process == kMachine) return "machine";
  return fmt::format("core {}: {}", (process - 1) / 2, process % 2 == 1 ? "pipeline" : "memory");
}

unsigned process_of(const PipelineRow& row) {
  if (!row.core) return kMachine;
  return row.kind == RowKind::Request ? memory_of_core(*row.core) : pipeline_of_core(*row.core);
}

/// Most tracks of a group: no thread has as many instructions or requests at a time.
constexpr unsigned kMostTracks = 10000;

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

ChromeWriter::ChromeWriter(CycleWindow window, TextSink::Sink sink)
    : sink_(std::move(sink)),
      counters_(window, [this](const CounterValue& value) { counter(value); }) {
  sink_.text() += "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
}

void ChromeWriter::begin_event() {
  if (!first_) sink_.text() += ",\n";
  first_ = false;
  sink_.pass_on();
}

void ChromeWriter::launch_begins(unsigned number, const std::string& kernel, Cycle begin) {
  launch_ = fmt::format("launch {}: {}", number, kernel);
  launch_begin_ = begin;
}

void ChromeWriter::launch_ends(Cycle end) {
  name_process(kMachine);
  begin_event();
  slice(launch_, "launch", launch_begin_, end, kMachine, 0);
  sink_.text() += "}";
}

/// `value` is what its arguments have, in JSON.
void ChromeWriter::describe(std::string_view what, unsigned process, unsigned track,
                            const std::string& value) {
  begin_event();
  fmt::format_to(std::back_inserter(sink_.text()),
                 R"({{"name":"{}","ph":"M","pid":{},"tid":{},"args":{{{}}}}})", what, process,
                 track, value);
}

/// When it is first used.
void ChromeWriter::name_process(unsigned process) {
  if (!named_.insert(process).second) return;
  describe("process_name", process, 0,
           fmt::format("\"name\":{}", json_text(name_of_process(process))));
  describe("process_sort_index", process, 0, fmt::format("\"sort_index\":{}", process));
  if (process == kMachine) name_track(process, 0, "launches");
}

void ChromeWriter::name_track(unsigned process, unsigned track, const std::string& name) {
  describe("thread_name", process, track, fmt::format("\"name\":{}", json_text(name)));
  describe("thread_sort_index", process, track, fmt::format("\"sort_index\":{}", track));
}

/// The first track of the row's group that is free; it is named when it is first used.
unsigned ChromeWriter::track_of(const PipelineRow& row, unsigned process) {
  const unsigned group = process == kMachine ? 1 : 1 + row.slot;
  std::vector<Cycle>& free_at = tracks_[{process, group}];
  unsigned index = 0;
  while (index < free_at.size() && free_at[index] > row.begin) ++index;
  const unsigned track = group * kMostTracks + index;
  if (index < free_at.size()) {
    free_at[index] = row.end;
    return track;
  }
  free_at.push_back(row.end);
  const std::string group_name = process == kMachine ? "memory" : fmt::format("slice {}", row.slot);
  name_track(process, track, fmt::format("{} #{}", group_name, index));
  return track;
}

/// An event that is not closed yet.
void ChromeWriter::slice(std::string_view name, std::string_view category, Cycle begin, Cycle end,
                         unsigned process, unsigned track) {
  fmt::format_to(std::back_inserter(sink_.text()),
                 R"({{"name":{},"cat":"{}","ph":"X","ts":{},"dur":{},"pid":{},"tid":{})",
                 json_text(name), category, begin, end - begin, process, track);
}

void ChromeWriter::row(PipelineRow& row) {
  counters_.row(row);
  const unsigned process = process_of(row);
  name_process(process);
  const unsigned track = track_of(row, process);
  begin_event();
  const bool request = row.kind == RowKind::Request;
  slice(row.label(), request ? "request" : "instruction", row.begin, row.end, process, track);
  std::string_view before = ",\"args\":{";
  for (const RowDetail& detail : details_of(row)) {
    fmt::format_to(std::back_inserter(sink_.text()), "{}\"{}\":{}", before, detail.key,
                   json_text(detail.value));
    before = ",";
  }
  sink_.text() += before == "," ? "}}" : "}";
  for (std::size_t i = 0; i < row.stages.size(); ++i) {
    const RowStage& stage = row.stages[i];
    const Cycle end = i + 1 < row.stages.size() ? row.stages[i + 1].begin : row.end;
    begin_event();
    slice(stage.name, "stage", stage.begin, end, process, track);
    if (!stage.why.empty()) {
      fmt::format_to(std::back_inserter(sink_.text()), ",\"args\":{{\"why\":{}}}",
                     json_text(stage.why));
    }
    sink_.text() += "}";
  }
}

/// A viewer has a track for each name in a process.
void ChromeWriter::counter(const CounterValue& counter) {
  const unsigned process = counter.core ? pipeline_of_core(*counter.core) : kMachine;
  name_process(process);
  begin_event();
  fmt::format_to(std::back_inserter(sink_.text()),
                 R"({{"name":"{}{}","ph":"C","ts":{},"pid":{},"args":{{"value":{:.6g}}}}})",
                 counter.core ? "" : "requests per cycle: ", counter.name, counter.cycle, process,
                 counter.value);
}

void ChromeWriter::close() {
  counters_.finish();
  sink_.text() += "\n]}\n";
  sink_.pass_on(0);
}

}  // namespace lanefold
