// SPDX-License-Identifier: Apache-2.0
// Who writes the rows of a pipeline trace in a format.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "lanefold/pipeline_trace.h"
#include "observers/pipeline_trace/pipeline_row.h"

namespace lanefold {

/// Collects text and hands it on in large pieces.
class TextSink {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit TextSink(Sink sink) : sink_(std::move(sink)) {}

  std::string& text() { return text_; }
  void pass_on(std::size_t at_least = kPiece) {
    if (text_.size() < at_least) return;
    sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  Sink sink_;
  std::string text_;
};

class RowWriter {
 public:
  virtual ~RowWriter() = default;

  virtual void launch_begins(unsigned number, const std::string& kernel, Cycle begin) = 0;
  virtual void launch_ends(Cycle end) = 0;
  /// In the order of their begins; none begins after launch_ends() and before the next launch.
  virtual void row(PipelineRow& row) = 0;
  /// Nothing follows.
  virtual void close() = 0;
};

/// For a machine with that many hardware threads.
std::unique_ptr<RowWriter> make_row_writer(const PipelineTraceRequest& request,
                                           unsigned threads_of_core, TextSink::Sink sink);

}  // namespace lanefold
