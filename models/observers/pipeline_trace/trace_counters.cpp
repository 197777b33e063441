// SPDX-License-Identifier: Apache-2.0
// Counts what rows say, interval by interval.
#include "observers/pipeline_trace/trace_counters.h"

#include <algorithm>

namespace lanefold {
namespace {

/// Stages of an instruction that has not issued.
bool before_issue(const RowStage& stage) {
  return stage.name == "D" || stage.name == "Sb" || stage.name == "Ar";
}

/// A level that a request passes again on its way back is in its row twice.
bool first_visit(const PipelineRow& row, std::size_t stage) {
  return std::none_of(
      row.stages.begin(), row.stages.begin() + static_cast<std::ptrdiff_t>(stage),
      [&](const RowStage& earlier) { return earlier.name == row.stages[stage].name; });
}

}  // namespace

void TraceCounters::row(const PipelineRow& row) {
  const Cycle complete = row.begin / kInterval * kInterval;
  if (complete > told_until_) {
    for (auto& [key, counter] : counters_) tell_until(key, counter, complete);
    told_until_ = complete;
  }
  if (row.kind == RowKind::Instruction) {
    count_issue(row);
  } else {
    count_levels(row);
  }
}

void TraceCounters::finish() {
  for (auto& [key, counter] : counters_) {
    const Cycle last = counter.sums.empty() ? counter.told_until : counter.sums.rbegin()->first;
    tell_until(key, counter, last + kInterval);
    tell_value(key, counter, std::max(counter.told_until, last + kInterval), 0);
  }
}

TraceCounters::Sum* TraceCounters::at(std::optional<unsigned> core, std::string_view name,
                                      Cycle cycle) {
  if (cycle < window_.from || cycle >= window_.to) return nullptr;
  return &counters_[{core, name}].sums[cycle / kInterval * kInterval];
}

void TraceCounters::count_issue(const PipelineRow& row) {
  const auto issue = std::find_if_not(row.stages.begin(), row.stages.end(), before_issue);
  if (issue == row.stages.end()) return;
  if (Sum* instructions = at(row.core, kInstructions, issue->begin)) ++instructions->value;
  if (Sum* lanes = at(row.core, kLanes, issue->begin)) {
    lanes->value += row.lanes.count();
    ++lanes->weight;
  }
}

void TraceCounters::count_levels(const PipelineRow& row) {
  for (std::size_t i = 0; i < row.stages.size(); ++i) {
    if (!first_visit(row, i)) continue;
    if (Sum* requests = at(std::nullopt, row.stages[i].name, row.stages[i].begin)) {
      ++requests->value;
    }
  }
}

/// Those of intervals that end at `end` or before, and that nothing happened in others.
void TraceCounters::tell_until(const Key& key, Counter& counter, Cycle end) {
  while (!counter.sums.empty() && counter.sums.begin()->first < end) {
    const auto& [begin, sum] = *counter.sums.begin();
    if (counter.told_until < begin) tell_value(key, counter, counter.told_until, 0);
    const Cycle first = std::max(begin, window_.from);
    const double cycles = static_cast<double>(std::min(begin + kInterval, window_.to) - first);
    tell_value(key, counter, first, sum.value / (sum.weight != 0 ? sum.weight : cycles));
    counter.told_until = begin + kInterval;
    counter.sums.erase(counter.sums.begin());
  }
  if (counter.told_until < end) tell_value(key, counter, counter.told_until, 0);
}

void TraceCounters::tell_value(const Key& key, Counter& counter, Cycle cycle, double value) {
  if (value == counter.told) return;
  counter.told = value;
  tell_({key.first, key.second, cycle, value});
}

}  // namespace lanefold
