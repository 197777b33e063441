// SPDX-License-Identifier: Apache-2.0
// Rows as the timeline of a report: "lanefold.window/1" (docs/reference/report.md).
#pragma once

#include <cstddef>
#include <map>

#include "observers/pipeline_trace/row_writer.h"

namespace lanefold {

class WindowWriter final : public RowWriter {
 public:
  /// A page draws this many rows; of more, it has their number.
  static constexpr std::size_t kMostRows = 20'000;

  WindowWriter(const CycleWindow& window, TextSink::Sink sink)
      : window_(window), sink_(std::move(sink)) {}

  void launch_begins(unsigned number, const std::string& kernel, Cycle begin) override;
  void launch_ends(Cycle end) override;
  void row(PipelineRow& row) override;
  void close() override;

 private:
  struct LaunchSpan {
    std::string kernel;
    Cycle begin = 0;
    Cycle end = 0;
  };

  std::size_t index_of(const CodeText& code);

  const CycleWindow window_;
  TextSink sink_;
  std::size_t rows_ = 0;
  std::vector<LaunchSpan> launches_;
  std::map<const CodeText*, std::size_t> indices_;
  std::vector<const CodeText*> code_;
};

}  // namespace lanefold
