// SPDX-License-Identifier: Apache-2.0
// Rates over time, counted from the rows of a pipeline trace.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "lanefold/pipeline_trace.h"
#include "observers/pipeline_trace/pipeline_row.h"

namespace lanefold {

/// Holds from its cycle on until the next value of the same counter.
struct CounterValue {
  std::optional<unsigned> core;  ///< whose it is; none: of all that the trace shows
  std::string_view name;         ///< a level of memory if it is of no core
  Cycle cycle = 0;
  double value = 0;
};

/// Of each core instructions per cycle and active lanes per instruction; of each level of memory
/// the requests that come to it and stay for any time, per cycle. Averages over 32 cycles.
class TraceCounters {
 public:
  static constexpr Cycle kInterval = 32;
  static constexpr std::string_view kInstructions = "instructions per cycle";
  static constexpr std::string_view kLanes = "active lanes per instruction";

  using Tell = std::function<void(const CounterValue&)>;
  /// What happens outside of the window is not counted.
  TraceCounters(CycleWindow window, Tell tell) : window_(window), tell_(std::move(tell)) {}

  /// In the order of their begins: values of intervals before its begin are told.
  void row(const PipelineRow& row);
  /// No row follows: tells all that is left.
  void finish();

 private:
  struct Sum {
    double value = 0;
    double weight = 0;  ///< number of values for a mean; 0 for a rate
  };
  struct Counter {
    std::map<Cycle, Sum> sums;  ///< by the begin of their interval, as far as they are not told
    Cycle told_until = 0;
    double told = 0;
  };
  using Key = std::pair<std::optional<unsigned>, std::string_view>;

  Sum* at(std::optional<unsigned> core, std::string_view name, Cycle cycle);
  void count_issue(const PipelineRow& row);
  void count_levels(const PipelineRow& row);
  void tell_until(const Key& key, Counter& counter, Cycle end);
  void tell_value(const Key& key, Counter& counter, Cycle cycle, double value);

  const CycleWindow window_;
  const Tell tell_;
  std::map<Key, Counter> counters_;
  Cycle told_until_ = 0;
};

}  // namespace lanefold
