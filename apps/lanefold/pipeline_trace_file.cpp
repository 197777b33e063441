// SPDX-License-Identifier: Apache-2.0
// Pipeline traces in files.
#include "pipeline_trace_file.h"

#include <utility>

#include "common/parse_integer.h"
#include "common/text.h"
#include "lanefold/error.h"

namespace lanefold {

PipelineTraceRequest check_pipeline_trace(const PipelineTraceOptions& options,
                                          const MachineConfig& config, bool functional) {
  PipelineTraceRequest request;
  if (options.file.empty()) {
    if (options.cycles.empty() && options.core.empty()) return request;
    throw Error(ErrorKind::Usage,
                "--trace-cycles and --trace-core choose what --trace FILE records: add it");
  }
  if (functional) {
    throw Error(ErrorKind::Usage, "--trace records cycles: leave out --functional");
  }
  request.format = pipeline_trace_format(options.file);
  if (!options.cycles.empty()) request.window = parse_cycle_window(options.cycles);
  if (options.core.empty()) return request;
  request.core = parse_integer<unsigned>(options.core).value;
  if (!request.core) {
    throw Error(ErrorKind::Usage,
                "the core of a pipeline trace is a number, not " + in_quotes(options.core));
  }
  check_traced_core(*request.core, config);
  return request;
}

PipelineTraceFile::PipelineTraceFile(const PipelineTraceOptions& options,
                                     const MachineConfig& config)
    : request_(check_pipeline_trace(options, config, false)),
      file_(options.file),
      machine_(make_traced_machine(config, request_,
                                   [this](std::string_view text) { file_.write(text); })) {}

PipelineTraceFile::~PipelineTraceFile() {
  try {
    close();
  } catch (const Error&) {
  }
}

void PipelineTraceFile::close() {
  if (std::exchange(closed_, true)) return;
  machine_->close();
  file_.close();
}

}  // namespace lanefold
