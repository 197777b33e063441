// SPDX-License-Identifier: Apache-2.0
// What a report shows, as JSON.
#include <nlohmann/json.hpp>

#include "decisions/statistics/formulas.h"
#include "lanefold/report_page.h"
#include "report/launch_rows.h"
#include "report/limits_json.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

Json statistics_of(const ReportedRun& run) {
  const RunRecord& record = run.record;
  Json object = Json::parse(statistics_json_start(record, run.total) + statistics_json_end(true));
  Json& launches = object["launches"];
  for (const LaunchStatistics& launch : record.launches) {
    if (launches.size() == kReportedLaunches) break;
    launches.push_back(launch_row(Json::parse(statistics_json_launch(launch, record.machine))));
  }
  const std::uint64_t left_out = run.launches_left_out + record.launches.size() - launches.size();
  if (left_out != 0) object["launches_left_out"] = left_out;
  return object;
}

/// The profile's JSON of one run, without what the report has elsewhere.
Json profile_of(const ReportedRun& run, const std::map<std::string, std::string>& sources) {
  if (!run.profile) return nullptr;
  ProfileRecord record;
  record.sources = sources;
  record.runs.push_back(*run.profile);
  Json profile = std::move(Json::parse(profile_json(record))["runs"][0]);
  profile.erase("machine");
  return profile;
}

Json run_json(const ReportedRun& run, const std::map<std::string, std::string>& sources) {
  Json profile = profile_of(run, sources);
  Json object{{"label", run.label}, {"partial", run.total.partial}};
  if (!run.fault.empty()) object["fault"] = run.fault;
  object["statistics"] = statistics_of(run);
  object["limits"] = limits_json(run.total, run.record.machine);
  object["window"] = run.window.empty() ? Json() : Json::parse(run.window);
  object["curves"] = nullptr;
  if (profile.contains("curves")) {
    object["curves"] = std::move(profile["curves"]);
    profile.erase("curves");
  }
  object["profile"] = std::move(profile);
  return object;
}

Json explanation_json(const Explanation& explanation, std::uint64_t cycles) {
  Json runs = Json::array();
  for (const WhatIf& run : explanation.runs) {
    runs.push_back({{"name", run.name},
                    {"title", run.title},
                    {"settings", run.settings},
                    {"cycles", run.cycles},
                    {"saved", gain(static_cast<double>(cycles), static_cast<double>(run.cycles))}});
  }
  return {{"sentence", explanation.sentence}, {"runs", runs}};
}

Json sources_json(const std::map<std::string, std::string>& sources) {
  ProfileRecord record;
  record.sources = sources;
  return std::move(Json::parse(profile_json(record))["sources"]);
}

}  // namespace

std::string report_json(const Report& report) {
  Json root{{"schema", kReportSchema}, {"command", report.command}, {"title", report.title}};
  root["build"] = {{"version", report.version}, {"commit", report.commit}};
  if (!report.parameter.empty()) root["parameter"] = report.parameter;
  root["sources"] = sources_json(report.sources);
  Json& runs = root["runs"] = Json::array();
  for (const ReportedRun& run : report.runs) runs.push_back(run_json(run, report.sources));
  if (report.explanation) {
    root["explanation"] = explanation_json(*report.explanation, report.runs.front().total.cycles);
  }
  return root.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
