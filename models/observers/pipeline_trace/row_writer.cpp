// SPDX-License-Identifier: Apache-2.0
// The factory of writers.
#include "observers/pipeline_trace/row_writer.h"

#include <utility>

#include "observers/pipeline_trace/chrome_writer.h"
#include "observers/pipeline_trace/kanata_writer.h"

namespace lanefold {

std::unique_ptr<RowWriter> make_row_writer(PipelineTraceFormat format, unsigned threads_of_core,
                                           TextSink::Sink sink) {
  if (format == PipelineTraceFormat::Chrome) {
    return std::make_unique<ChromeWriter>(std::move(sink));
  }
  return std::make_unique<KanataWriter>(threads_of_core, std::move(sink));
}

}  // namespace lanefold
