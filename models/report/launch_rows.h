// SPDX-License-Identifier: Apache-2.0
// Launches as a report has them: what a table of them shows.
#pragma once

#include <nlohmann/json.hpp>

#include "lanefold/report_page.h"

namespace lanefold {

inline void erase_zeros(nlohmann::ordered_json& object) {
  for (auto entry = object.begin(); entry != object.end();) {
    entry = *entry == 0 ? object.erase(entry) : std::next(entry);
  }
}

/// Of what statistics have of a launch.
inline nlohmann::ordered_json launch_row(nlohmann::ordered_json whole) {
  nlohmann::ordered_json object;
  for (const char* name :
       {"kernel", "nd_range", "partial", "simd_efficiency", "counters", "ledger", "adaptation"}) {
    if (whole.contains(name)) object[name] = std::move(whole[name]);
  }
  erase_zeros(object["counters"]);
  erase_zeros(object["ledger"]);
  object["histograms"]["slip"] = std::move(whole["histograms"]["slip"]);
  return object;
}

/// The launches of statistics, as many as a report has; how many there are more stands beside them.
inline void compact_launches(nlohmann::ordered_json& statistics) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  nlohmann::ordered_json& launches = statistics["launches"];
  for (nlohmann::ordered_json& launch : launches) {
    if (rows.size() == kReportedLaunches) break;
    rows.push_back(launch_row(std::move(launch)));
  }
  if (launches.size() > rows.size()) {
    statistics["launches_left_out"] = launches.size() - rows.size();
  }
  launches = std::move(rows);
}

}  // namespace lanefold
