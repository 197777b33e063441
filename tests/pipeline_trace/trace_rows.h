// SPDX-License-Identifier: Apache-2.0
// Pipeline traces read back: the same rows of both formats.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/pipeline_trace.h"

namespace lanefold {

struct ReadStage {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool operator==(const ReadStage& other) const {
    return name == other.name && begin == other.begin && end == other.end;
  }
};

struct ReadRow {
  std::string label;
  int core = -1;                               ///< -1: none
  std::map<std::string, std::string> details;  ///< by key
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<ReadStage> stages;
  bool complete = true;

  bool is_request() const;
  std::uint64_t mask() const;
  /// For comparisons and messages.
  std::string text() const;
};

struct ReadTrace {
  std::vector<ReadRow> rows;          ///< of instructions and requests, in the order of their begin
  std::vector<std::string> launches;  ///< "launch 0: k"
  /// By consumer and producer, numbers of rows; Kanata only.
  std::vector<std::pair<std::size_t, std::size_t>> causes;
  // Chrome's trace events only:
  std::map<int, std::string> order;  ///< names of processes by where viewers show them
  /// Values of counters from a cycle on, by process and name.
  std::map<std::string, std::map<std::string, std::map<std::uint64_t, double>>> counters;

  std::vector<ReadRow> instructions() const;
  std::vector<ReadRow> requests() const;
};

/// Throws std::runtime_error for what is not a trace of that format.
ReadTrace read_trace(PipelineTraceFormat format, const std::string& text);

}  // namespace lanefold
