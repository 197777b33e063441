// SPDX-License-Identifier: Apache-2.0
// Comparing two records of statistics.
#include "tests/golden/counters_moved.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lanefold {

namespace {

using Json = nlohmann::ordered_json;
using Counter = std::pair<std::string, std::string>;  // path and value

void list_counters(const Json& node, const std::string& path, std::vector<Counter>& counters) {
  if (!node.is_structured() || node.empty()) {
    counters.emplace_back(path, node.dump());
    return;
  }
  for (const auto& [key, child] : node.items()) {
    list_counters(child, path.empty() ? key : path + "." + key, counters);
  }
}

std::vector<Counter> counters_of_record(const Json& record) {
  std::vector<Counter> counters;
  list_counters(record, "", counters);
  return counters;
}

std::string line_of(const CounterChange& change) {
  if (!change.before) return fmt::format("  {}: appeared with {}\n", change.path, *change.after);
  if (!change.after) return fmt::format("  {}: vanished, was {}\n", change.path, *change.before);
  return fmt::format("  {}: {} -> {}\n", change.path, *change.before, *change.after);
}

}  // namespace

std::vector<CounterChange> counters_moved(const Json& before, const Json& after) {
  const std::vector<Counter> old_counters = counters_of_record(before);
  std::map<std::string, std::string> unseen(old_counters.begin(), old_counters.end());
  std::vector<CounterChange> changes;
  for (const auto& [path, value] : counters_of_record(after)) {
    const auto old = unseen.find(path);
    if (old == unseen.end()) {
      changes.push_back({path, {}, value});
      continue;
    }
    if (old->second != value) changes.push_back({path, old->second, value});
    unseen.erase(old);
  }
  for (const auto& [path, value] : old_counters) {
    if (unseen.count(path) != 0) changes.push_back({path, value, {}});
  }
  return changes;
}

std::string explain(const std::vector<CounterChange>& changes, std::size_t most) {
  if (changes.empty()) return "";
  const auto count = [&](auto kind) { return std::count_if(changes.begin(), changes.end(), kind); };
  const auto appeared = count([](const CounterChange& change) { return !change.before; });
  const auto vanished = count([](const CounterChange& change) { return !change.after; });
  const auto moved = static_cast<std::ptrdiff_t>(changes.size()) - appeared - vanished;
  std::string text = fmt::format("{} moved, {} appeared, {} vanished\n", moved, appeared, vanished);
  const std::size_t shown = std::min(most, changes.size());
  for (std::size_t i = 0; i < shown; ++i) text += line_of(changes[i]);
  if (shown < changes.size()) text += fmt::format("  and {} more\n", changes.size() - shown);
  return text;
}

}  // namespace lanefold
