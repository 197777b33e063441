// SPDX-License-Identifier: Apache-2.0
// What is said of a row.
#include "observers/pipeline_trace/pipeline_row.h"

#include <fmt/format.h>

namespace lanefold {

void PipelineRow::enter(std::string_view name, Cycle cycle, std::string_view why) {
  while (!stages.empty() && stages.back().begin >= cycle) stages.pop_back();
  stages.push_back({name, cycle, why});
}

std::string PipelineRow::label() const {
  if (kind == RowKind::Request) return fmt::format("{} {:#x}", access, address);
  return code->assembler;
}

std::vector<RowDetail> details_of(const PipelineRow& row) {
  std::vector<RowDetail> details;
  const auto mask = [&](std::string_view key, LaneMask lanes) {
    if (lanes.any()) details.push_back({key, fmt::format("{:#x}", lanes.bits())});
  };
  if (row.core) details.push_back({"slice", std::to_string(row.slot)});
  mask("mask", row.lanes);
  if (row.code != nullptr) {
    details.push_back({"pc", fmt::format("{:#x}", row.code->pc)});
    if (!row.code->source.empty()) details.push_back({"source", row.code->source});
  }
  mask("missed", row.missed);
  mask("stays", row.stays);
  mask("joins", row.joins);
  mask("mdt", row.left_behind);
  if (!row.complete) details.push_back({"end", "its launch failed"});
  return details;
}

}  // namespace lanefold
