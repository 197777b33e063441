// SPDX-License-Identifier: Apache-2.0
// Rows that have begun: each is written when it and all that began before it have ended.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "observers/pipeline_trace/row_writer.h"

namespace lanefold {

class RowQueue {
 public:
  using Row = std::shared_ptr<PipelineRow>;

  RowQueue(RowWriter& writer, const CycleWindow& window) : writer_(writer), window_(window) {}

  /// Whether what begins now can no longer be in the window.
  bool over(Cycle now) const { return now >= window_.to; }
  /// A row that begins now: no earlier than those before it.
  Row open(RowKind kind, Cycle now);
  void close(PipelineRow& row, Cycle end) { finish(row, end, true); }
  /// Rows that have been written: in the window, and done.
  std::uint64_t written() const { return written_; }
  /// The launch has ended: whatever is open ends now, incomplete.
  void close_all(Cycle now);

 private:
  void finish(PipelineRow& row, Cycle end, bool complete);
  void write_finished();

  RowWriter& writer_;
  CycleWindow window_;
  std::uint64_t written_ = 0;
  std::deque<Row> rows_;  ///< by begin
};

}  // namespace lanefold
