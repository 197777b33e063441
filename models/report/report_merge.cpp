// SPDX-License-Identifier: Apache-2.0
// One report of several files.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "lanefold/error.h"
#include "lanefold/report_page.h"
#include "report/launch_rows.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const ReportInput& input) {
  throw Error(ErrorKind::Usage, in_quotes(input.file) + " holds neither data of a report (" +
                                    kReportSchema + ", --report FILE.json) nor statistics (" +
                                    kStatisticsSchema + ", --stats FILE.json)");
}

/// A report of statistics alone.
Json report_of_statistics(Json statistics, const std::string& name) {
  const Json title = statistics.value("program", Json(name));
  compact_launches(statistics);
  Json run{{"label", ""}, {"partial", statistics.value("partial", false)}};
  run["statistics"] = std::move(statistics);
  for (const char* absent : {"limits", "window", "curves", "profile"}) run[absent] = nullptr;
  Json runs = Json::array();
  runs.push_back(std::move(run));
  return {{"schema", kReportSchema}, {"command", "run"},          {"title", title},
          {"build", Json::object()}, {"sources", Json::object()}, {"runs", std::move(runs)}};
}

Json read(const ReportInput& input) {
  Json json = Json::parse(input.json, nullptr, false);
  if (!json.is_object() || !json.contains("schema")) refuse(input);
  try {
    if (json["schema"] == kStatisticsSchema)
      return report_of_statistics(std::move(json), input.name);
  } catch (const Json::exception&) {
    refuse(input);
  }
  if (json["schema"] != kReportSchema || !json.contains("runs")) refuse(input);
  return json;
}

/// Each run keeps what belongs to its file: sources of one name may differ.
void add(Json& all, Json&& one, const std::string& name) {
  for (const char* part : {"tables", "figures", "claims"}) {
    if (!one.contains(part)) continue;
    for (Json& element : one[part]) all[part].push_back(std::move(element));
  }
  bool first = true;
  for (Json& run : one["runs"]) {
    const std::string label = run.value("label", std::string());
    run["label"] = label.empty() ? name : name + ": " + label;
    run["sources"] = one.value("sources", Json::object());
    if (first && one.contains("explanation")) run["explanation"] = one["explanation"];
    first = false;
    all["runs"].push_back(std::move(run));
  }
}

Json merged(const std::vector<ReportInput>& inputs) {
  if (inputs.size() == 1) return read(inputs.front());
  std::vector<std::string> names;
  names.reserve(inputs.size());
  for (const ReportInput& input : inputs) names.push_back(input.name);
  Json all{{"schema", kReportSchema}, {"command", "report"},       {"title", join(names, ", ")},
           {"build", Json::object()}, {"sources", Json::object()}, {"runs", Json::array()},
           {"tables", Json::array()}, {"figures", Json::array()},  {"claims", Json::array()}};
  for (const ReportInput& input : inputs) {
    try {
      add(all, read(input), input.name);
    } catch (const Json::exception&) {
      refuse(input);
    }
  }
  return all;
}

}  // namespace

std::string merged_reports(const std::vector<ReportInput>& inputs) {
  return merged(inputs).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
