// SPDX-License-Identifier: Apache-2.0
// Tables and JSON of audits.
#include "audit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis_report.h"
#include "base/text.h"
#include "files.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLinesShown = 10;

double part(std::uint64_t count, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(count) / static_cast<double>(whole);
}

}  // namespace

std::string audit_text(const AuditResult& result) {
  const AuditCounts& all = result.all;
  TextTable counts({"executed warp instructions", "count", "of all", "of uniform", "at most"});
  const auto row = [&](const std::string& name, std::uint64_t count, const std::string& uniform,
                       const std::string& bound) {
    counts.row({name, with_thousands(count), percent(part(count, all.executed)), uniform, bound});
  };
  const auto of_uniform = [&](std::uint64_t count) { return percent(part(count, all.uniform)); };
  row("all", all.executed, "", "");
  row("one active lane", all.one_lane, "", "");
  row("uniform", all.uniform, of_uniform(all.uniform), of_uniform(result.bound));
  row("  known to be", result.known, of_uniform(result.known), "");
  row("  taken for affine", result.linear, of_uniform(result.linear), "");
  for (std::size_t rule = 0; rule < kDivergenceRules; ++rule) {
    if (result.missed[rule] == 0) continue;
    row(fmt::format("  {}", describe(static_cast<DivergenceRule>(rule))), result.missed[rule],
        of_uniform(result.missed[rule]), of_uniform(result.missed_bound[rule]));
  }
  std::string text = counts.text();
  if (result.origins.empty()) return text;
  TextTable lines({"not known because of", "rule", "uniform", "of uniform", "at most"});
  for (std::size_t i = 0; i < std::min(result.origins.size(), kLinesShown); ++i) {
    const AuditOrigin& origin = result.origins[i];
    lines.row({name_of_line(base_name(origin.line)), name_of(origin.rule),
               with_thousands(origin.missed), of_uniform(origin.missed), of_uniform(origin.bound)});
  }
  return text + "\n" + lines.text();
}

std::string audit_json(const std::string& program, const AuditResult& result) {
  Json root;
  root["schema"] = "lanefold.audit/2";
  root["program"] = program;
  root["executed"] = result.all.executed;
  root["one_lane"] = result.all.one_lane;
  root["uniform"] = result.all.uniform;
  root["known"] = result.known;
  root["affine"] = result.linear;
  root["at_most"] = result.bound;
  for (std::size_t rule = 0; rule < kDivergenceRules; ++rule) {
    const char* const name = name_of(static_cast<DivergenceRule>(rule));
    root["missed"][name] = result.missed[rule];
    root["missed_at_most"][name] = result.missed_bound[rule];
  }
  root["origins"] = Json::array();
  for (const AuditOrigin& origin : result.origins) {
    root["origins"].push_back({{"source", base_name(origin.line)},
                               {"rule", name_of(origin.rule)},
                               {"uniform", origin.missed},
                               {"at_most", origin.bound}});
  }
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
