// SPDX-License-Identifier: Apache-2.0
// Pipeline traces in files.
#include "pipeline_trace_file.h"

#include <utility>

#include "base/text.h"
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
  request.first_launch = options.first_launch;
  if (!options.cycles.empty()) request.window = parse_cycle_window(options.cycles);
  if (options.core.empty()) return request;
  request.core = parse_traced_core(options.core);
  check_traced_core(*request.core, config);
  return request;
}

std::string left_out_sentence(const std::string& what, std::uint64_t rows,
                              const PipelineTraceRequest& request) {
  return what + " leaves out " + with_thousands(rows) +
         " instructions and requests that began more than " + with_thousands(request.lead) +
         " cycles before its window";
}

PipelineTraceFile::PipelineTraceFile(const PipelineTraceOptions& options,
                                     const MachineConfig& config)
    : options_(options),
      request_(check_pipeline_trace(options, config, false)),
      file_(options.file),
      machine_(make_traced_machine(config, request_,
                                   [this](std::string_view text) { file_.write(text); })) {}

PipelineTraceFile::~PipelineTraceFile() {
  try {
    close();
  } catch (const Error&) {
  }
}

std::string nothing_happened(const std::string& cycles, const std::string& core) {
  std::string nothing = "nothing happened";
  if (!cycles.empty()) nothing += " in cycles " + cycles;
  if (!core.empty()) nothing += " on core " + core;
  return nothing;
}

std::string PipelineTraceFile::warning() const {
  if (const std::uint64_t rows = machine_->left_out(); rows != 0) {
    return left_out_sentence("the trace " + in_quotes(options_.file), rows, request_);
  }
  if (!machine_->end() || machine_->rows() != 0) return "";
  return "the trace " + in_quotes(options_.file) +
         " has launches only: " + nothing_happened(options_.cycles, options_.core) +
         "; the last launch ended in cycle " + std::to_string(*machine_->end());
}

void PipelineTraceFile::close() {
  if (std::exchange(closed_, true)) return;
  machine_->close();
  file_.close();
}

}  // namespace lanefold
