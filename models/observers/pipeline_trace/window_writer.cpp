// SPDX-License-Identifier: Apache-2.0
// Rows as the timeline of a report.
#include "observers/pipeline_trace/window_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void add_lanes(Json& object, const char* name, LaneMask lanes) {
  if (lanes.any()) object[name] = fmt::format("{:x}", lanes.bits());
}

Json stages_of(const PipelineRow& row) {
  Json stages = Json::array();
  for (const RowStage& stage : row.stages) {
    Json one = Json::array({stage.name, stage.begin});
    if (!stage.why.empty()) one.push_back(stage.why);
    stages.push_back(std::move(one));
  }
  return stages;
}

}  // namespace

void WindowWriter::launch_begins(unsigned /*number*/, const std::string& kernel, Cycle begin) {
  launches_.push_back({kernel, begin, begin});
}

void WindowWriter::launch_ends(Cycle end) { launches_.back().end = end; }

std::size_t WindowWriter::index_of(const CodeText& code) {
  const auto [place, is_new] = indices_.emplace(&code, code_.size());
  if (is_new) code_.push_back(&code);
  return place->second;
}

void WindowWriter::row(PipelineRow& row) {
  if (rows_ >= kMostRows) {
    ++rows_;
    return;
  }
  row.number = rows_;
  const bool request = row.kind == RowKind::Request;
  Json object{{"kind", request ? "request" : "instruction"}};
  if (row.core) object["core"] = *row.core;
  object.update({{"slot", row.slot}, {"begin", row.begin}, {"end", row.end}});
  if (row.code != nullptr) object["code"] = index_of(*row.code);
  add_lanes(object, "lanes", row.lanes);
  add_lanes(object, "missed", row.missed);
  add_lanes(object, "left_behind", row.left_behind);
  add_lanes(object, "stays", row.stays);
  add_lanes(object, "joins", row.joins);
  object["stages"] = stages_of(row);
  if (request) {
    object["access"] = row.access;
    object["address"] = fmt::format("{:x}", row.address);
  }
  if (row.cause != nullptr && row.cause->number) object["cause"] = *row.cause->number;
  sink_.text() += (rows_++ == 0 ? "{\"rows\":[\n" : ",\n") + line_of(object);
  sink_.pass_on();
}

void WindowWriter::close() {
  sink_.text() += rows_ == 0 ? "{\"rows\":[]" : "]";
  if (rows_ > kMostRows) {
    sink_.text() += fmt::format(",\"rows_left_out\":{}", rows_ - kMostRows);
  }
  Json code = Json::array();
  for (const CodeText* one : code_) {
    code.push_back({{"pc", one->pc}, {"text", one->assembler}, {"source", one->source}});
  }
  Json launches = Json::array();
  for (const LaunchSpan& launch : launches_) {
    launches.push_back({{"kernel", launch.kernel}, {"begin", launch.begin}, {"end", launch.end}});
  }
  const Cycle end = launches_.empty() ? window_.to : launches_.back().end;
  const Json rest{{"code", code},
                  {"launches", launches},
                  {"from", window_.from},
                  {"to", std::max(window_.from + 1, std::min(window_.to, end))},
                  {"schema", "lanefold.window/1"}};
  sink_.text() += "," + line_of(rest).substr(1) + "\n";
  sink_.pass_on(0);
}

}  // namespace lanefold
