// SPDX-License-Identifier: Apache-2.0
// Rows that have begun.
#include "observers/pipeline_trace/row_queue.h"

#include <algorithm>

namespace lanefold {

RowQueue::Row RowQueue::open(RowKind kind, Cycle now) {
  rows_.push_back(std::make_shared<PipelineRow>());
  PipelineRow& row = *rows_.back();
  row.kind = kind;
  row.begin = now;
  return rows_.back();
}

void RowQueue::close_all(Cycle now) {
  for (const Row& row : rows_) {
    if (!row->done) finish(*row, std::max(now, row->stages.back().begin), false);
  }
  write_finished();
}

void RowQueue::finish(PipelineRow& row, Cycle end, bool complete) {
  while (row.stages.size() > 1 && row.stages.back().begin >= end) row.stages.pop_back();
  row.end = end;
  row.done = true;
  row.complete = complete;
  if (complete) write_finished();
}

/// A row that is written forgets what it has waited for: otherwise none would ever be given back.
void RowQueue::write_finished() {
  while (!rows_.empty() && rows_.front()->done) {
    PipelineRow& row = *rows_.front();
    if (row.begin < window_.to && row.end > window_.from) {
      writer_.row(row);
      ++written_;
    }
    row.cause.reset();
    rows_.pop_front();
  }
}

}  // namespace lanefold
