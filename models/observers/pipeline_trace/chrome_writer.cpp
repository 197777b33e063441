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
constexpr unsigned process_of_core(unsigned core) { return core + 1; }

/// Most tracks of a group: no thread has as many instructions or requests at a time.
constexpr unsigned kMostTracks = 10000;

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

ChromeWriter::ChromeWriter(TextSink::Sink sink) : sink_(std::move(sink)) {
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
  if (named_.insert(kMachine).second) name("process_name", kMachine, 0, "machine");
  begin_event();
  slice(launch_, "launch", launch_begin_, end, kMachine, 0);
  sink_.text() += "}";
}

void ChromeWriter::name(std::string_view what, unsigned process, unsigned track,
                        const std::string& name) {
  begin_event();
  fmt::format_to(std::back_inserter(sink_.text()),
                 R"({{"name":"{}","ph":"M","pid":{},"tid":{},"args":{{"name":{}}}}})", what,
                 process, track, json_text(name));
}

/// The first track of the row's group that is free; it is named when it is first used.
unsigned ChromeWriter::track_of(const PipelineRow& row, unsigned process) {
  const bool request = row.kind == RowKind::Request;
  const unsigned group = process == kMachine ? 1 : 1 + 2 * row.slot + (request ? 1 : 0);
  std::vector<Cycle>& free_at = tracks_[{process, group}];
  unsigned index = 0;
  while (index < free_at.size() && free_at[index] > row.begin) ++index;
  const unsigned track = group * kMostTracks + index;
  if (index < free_at.size()) {
    free_at[index] = row.end;
    return track;
  }
  free_at.push_back(row.end);
  const std::string thread = process == kMachine ? "" : fmt::format("slice {} ", row.slot);
  name("thread_name", process, track,
       fmt::format("{}{} {}", thread, request ? "memory" : "pipeline", index));
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
  const unsigned process = row.core ? process_of_core(*row.core) : kMachine;
  if (named_.insert(process).second) {
    name("process_name", process, 0, row.core ? fmt::format("core {}", *row.core) : "machine");
  }
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

void ChromeWriter::close() {
  sink_.text() += "\n]}\n";
  sink_.pass_on(0);
}

}  // namespace lanefold
