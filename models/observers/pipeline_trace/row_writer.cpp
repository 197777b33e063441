// SPDX-License-Identifier: Apache-2.0
// The factory of writers.
#include "observers/pipeline_trace/row_writer.h"

#include <utility>

#include "observers/pipeline_trace/chrome_writer.h"
#include "observers/pipeline_trace/kanata_writer.h"
#include "observers/pipeline_trace/window_writer.h"

namespace lanefold {

std::unique_ptr<RowWriter> make_row_writer(const PipelineTraceRequest& request,
                                           unsigned threads_of_core, TextSink::Sink sink) {
  switch (request.format) {
    case PipelineTraceFormat::Chrome:
      return std::make_unique<ChromeWriter>(request.window, std::move(sink));
    case PipelineTraceFormat::Window:
      return std::make_unique<WindowWriter>(request.window, std::move(sink));
    case PipelineTraceFormat::Kanata:
      break;
  }
  return std::make_unique<KanataWriter>(threads_of_core, std::move(sink));
}

}  // namespace lanefold
