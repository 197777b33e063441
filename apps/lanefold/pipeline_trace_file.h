// SPDX-License-Identifier: Apache-2.0
// A machine that writes a pipeline trace to a file: `--trace` of run and exec.
#pragma once

#include <memory>
#include <string>

#include "base/output_file.h"
#include "lanefold/machine_config.h"
#include "lanefold/pipeline_trace.h"

namespace lanefold {

/// As they are written on the command line.
struct PipelineTraceOptions {
  std::string file;    ///< empty: no trace
  std::string cycles;  ///< "A:B"; empty: all
  std::string core;    ///< empty: all
  unsigned first_launch = 0;
};

/// Throws Error(Usage) for what cannot be: a name without a format, a window that is none, a core
/// that the machine does not have, a functional machine.
PipelineTraceRequest check_pipeline_trace(const PipelineTraceOptions& options,
                                          const MachineConfig& config, bool functional);

/// What is said of a trace, or what else `what` names, that leaves out so many rows.
std::string left_out_sentence(const std::string& what, std::uint64_t rows,
                              const PipelineTraceRequest& request);

/// "nothing happened in cycles A:B on core N", as far as a part was asked for.
std::string nothing_happened(const std::string& cycles, const std::string& core);

class PipelineTraceFile {
 public:
  /// Throws as check_pipeline_trace does for a timed machine, and Error(File).
  PipelineTraceFile(const PipelineTraceOptions& options, const MachineConfig& config);
  /// Closes a file that still is open, without a word if it cannot be written: something else has
  /// failed before, and the trace shows how.
  ~PipelineTraceFile();
  PipelineTraceFile(const PipelineTraceFile&) = delete;
  PipelineTraceFile& operator=(const PipelineTraceFile&) = delete;

  Machine& machine() { return *machine_; }
  /// The file is complete only then; what follows is not traced. Throws Error(File).
  void close();
  /// If launches were traced, but nothing that was asked for happened in them, or something is left
  /// out: a sentence that says so. Empty otherwise.
  std::string warning() const;

 private:
  const PipelineTraceOptions options_;
  const PipelineTraceRequest request_;
  OutputFile file_;
  std::unique_ptr<TracedMachine> machine_;
  bool closed_ = false;
};

}  // namespace lanefold
