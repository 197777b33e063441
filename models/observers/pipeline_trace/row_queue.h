// SPDX-License-Identifier: Apache-2.0
// Rows that have begun: each is written when it and all that began before it have ended.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>

#include "observers/pipeline_trace/row_writer.h"

namespace lanefold {

class RowQueue {
 public:
  using Row = std::shared_ptr<PipelineRow>;

  /// What lives in the window is followed from `lead` cycles before it.
  RowQueue(RowWriter& writer, const CycleWindow& window, Cycle lead)
      : writer_(writer),
        window_(window),
        watched_from_(window.from - std::min(window.from, lead)) {}

  /// Whether what happens now need not be followed yet.
  bool early(Cycle now) const { return now < watched_from_; }
  /// Whether what begins now can no longer be in the window.
  bool over(Cycle now) const { return now >= window_.to; }
  /// A row that begins now: no earlier than those before it.
  Row open(RowKind kind, Cycle now);
  void close(PipelineRow& row, Cycle end) { finish(row, end, true); }
  /// What ends now began early, so that it has no row.
  void leave_out(Cycle now) {
    if (now > window_.from) ++left_out_;
  }
  /// Rows that have been written: in the window, and done.
  std::uint64_t written() const { return written_; }
  /// What would have been written, had it not begun early.
  std::uint64_t left_out() const { return left_out_; }
  /// The launch has ended: whatever is open ends now, incomplete.
  void close_all(Cycle now);

 private:
  void finish(PipelineRow& row, Cycle end, bool complete);
  void write_finished();

  RowWriter& writer_;
  CycleWindow window_;
  Cycle watched_from_;
  std::uint64_t written_ = 0;
  std::uint64_t left_out_ = 0;
  std::deque<Row> rows_;  ///< by begin
};

}  // namespace lanefold
