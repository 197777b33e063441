// SPDX-License-Identifier: Apache-2.0
// Rows as trace events in JSON, for Perfetto and speedscope.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "observers/pipeline_trace/row_writer.h"
#include "observers/pipeline_trace/trace_counters.h"

namespace lanefold {

/// A core is two processes, one with its instructions and one with its requests, in the order of
/// cores. Viewers want slices of a track to be disjoint or nested: a hardware thread has as many
/// tracks as it has instructions, or requests, at the same time. Rates are counters.
class ChromeWriter final : public RowWriter {
 public:
  ChromeWriter(CycleWindow window, TextSink::Sink sink);

  void launch_begins(unsigned number, const std::string& kernel, Cycle begin) override;
  void launch_ends(Cycle end) override;
  void row(PipelineRow& row) override;
  void close() override;

 private:
  void begin_event();
  void describe(std::string_view what, unsigned process, unsigned track, const std::string& value);
  void name_process(unsigned process);
  void name_track(unsigned process, unsigned track, const std::string& name);
  unsigned track_of(const PipelineRow& row, unsigned process);
  void slice(std::string_view name, std::string_view category, Cycle begin, Cycle end,
             unsigned process, unsigned track);
  void counter(const CounterValue& counter);

  TextSink sink_;
  TraceCounters counters_;
  /// From when on each track is free; by process, and by what the track shows.
  std::map<std::pair<unsigned, unsigned>, std::vector<Cycle>> tracks_;
  std::set<unsigned> named_;  ///< processes
  bool first_ = true;
  std::string launch_;
  Cycle launch_begin_ = 0;
};

}  // namespace lanefold
