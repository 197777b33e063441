// SPDX-License-Identifier: Apache-2.0
// Rows as Kanata 0004, the log of the viewer Konata: what happens, in the order of cycles.
#pragma once

#include <cstdint>
#include <queue>
#include <string>
#include <vector>

#include "observers/pipeline_trace/row_writer.h"

namespace lanefold {

/// The thread number of a row is that of its hardware thread in the machine; launches, and requests
/// that serve no core, have the one behind the last that occurs.
class KanataWriter final : public RowWriter {
 public:
  KanataWriter(unsigned threads_of_core, TextSink::Sink sink);

  void launch_begins(unsigned number, const std::string& kernel, Cycle begin) override;
  void launch_ends(Cycle end) override;
  void row(PipelineRow& row) override;
  void close() override;

 private:
  struct Event {
    Cycle cycle = 0;
    std::uint64_t order = 0;  ///< among those of a cycle
    std::uint64_t row = 0;
    bool ends = false;  ///< the row, complete or not
    bool complete = false;
    std::string text = {};  ///< if it does not
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return a.cycle != b.cycle ? a.cycle > b.cycle : a.order > b.order;
    }
  };

  void push(Cycle cycle, std::uint64_t row, std::string text);
  void push_end(Cycle cycle, std::uint64_t row, bool complete);
  void write_until(Cycle cycle);
  void write(const Event& event);

  unsigned threads_of_core_;
  TextSink sink_;
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  std::uint64_t pushed_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t retired_ = 0;
  bool started_ = false;
  Cycle now_ = 0;
};

}  // namespace lanefold
