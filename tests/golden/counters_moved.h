// SPDX-License-Identifier: Apache-2.0
// What differs between two records of statistics, counter by counter.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lanefold {

struct CounterChange {
  std::string path;                   ///< for instance "launches.3.counters.cycles"
  std::optional<std::string> before;  ///< nothing: the counter appeared
  std::optional<std::string> after;   ///< nothing: it vanished
};

/// The changes from one record to another: what moved or appeared in the order of the new record,
/// then what vanished in the order of the old one. Equal records have none.
std::vector<CounterChange> counters_moved(const nlohmann::ordered_json& before,
                                          const nlohmann::ordered_json& after);

/// How many of each kind, and a line for each of the first `most`; empty without changes.
std::string explain(const std::vector<CounterChange>& changes, std::size_t most = 20);

}  // namespace lanefold
