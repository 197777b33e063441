// SPDX-License-Identifier: Apache-2.0
// Pipeline traces: the way of every instruction through the pipeline and of every line request
// through memory, for viewers (docs/how-to/traces.md).
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lanefold/machine.h"

namespace lanefold {

enum class PipelineTraceFormat : std::uint8_t {
  Kanata,  ///< version 0004, for Konata
  Chrome,  ///< trace events as JSON, for Perfetto and speedscope; a microsecond is a cycle
  Window,  ///< for the timeline of a report; files have another of the two
};

/// Cycles from `from` to `to`, which is not included; 0 is the beginning of the first launch.
struct CycleWindow {
  std::uint64_t from = 0;
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();
};

struct PipelineTraceRequest {
  PipelineTraceFormat format = PipelineTraceFormat::Kanata;
  CycleWindow window = {};                      ///< of what lives outside of it nothing is written
  std::optional<unsigned> core = std::nullopt;  ///< only what this one does
  unsigned first_launch = 0;                    ///< number of the first one in the trace
  /// Cycles before the window in which what begins is followed, since it may live in the window.
  std::uint64_t lead = 100'000;
};

/// The format that the name of the file ends with: .kanata or .json, also followed by .gz. Throws
/// Error(Usage) for any other name.
PipelineTraceFormat pipeline_trace_format(const std::string& file);
/// The window that "A:B" names. Throws Error(Usage) unless A and B are numbers and A < B.
CycleWindow parse_cycle_window(const std::string& text);
/// The core that "N" names. Throws Error(Usage) unless it is a whole number.
unsigned parse_traced_core(const std::string& text);
/// Throws Error(Usage) for a core that the machine does not have.
void check_traced_core(unsigned core, const MachineConfig& config);

/// A timed machine whose launches are traced.
class TracedMachine : public Machine {
 public:
  /// The trace is complete only then; launches that follow are not traced.
  virtual void close() = 0;

  /// Instructions and line requests that the trace has so far.
  virtual std::uint64_t rows() const = 0;
  /// Those that the trace does not have although they ended in its window: they began more than the
  /// lead before it.
  virtual std::uint64_t left_out() const = 0;
  /// The cycle of the trace in which the latest launch has ended; nothing before the first.
  virtual std::optional<std::uint64_t> end() const = 0;
};

/// Computes, takes and counts the same as the machine of make_timed_machine. `sink` is given the
/// trace piece by piece, during launches and close(). What it throws ends the launch, and is thrown
/// by it and by all that follow, and by close(). Throws as check_traced_core does.
std::unique_ptr<TracedMachine> make_traced_machine(const MachineConfig& config,
                                                   const PipelineTraceRequest& request,
                                                   std::function<void(std::string_view)> sink);

}  // namespace lanefold
