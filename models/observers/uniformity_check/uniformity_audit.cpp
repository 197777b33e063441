// SPDX-License-Identifier: Apache-2.0
// Counts executions by instruction, and explains them at the end.
#include "observers/uniformity_check/uniformity_audit.h"

#include <algorithm>
#include <map>
#include <utility>

#include "decisions/execute/lane_equality.h"
#include "decisions/program/source_places.h"

namespace lanefold {
AuditCounts& AuditCounts::operator+=(const AuditCounts& other) {
  executed += other.executed;
  one_lane += other.one_lane;
  uniform += other.uniform;
  return *this;
}

void UniformityAudit::begins(const Warp& warp, const Instruction& instruction, LaneMask active) {
  const auto rows = instruction.source_rows();
  equal_ = true;
  for (unsigned s = 0; s < instruction.sources && equal_; ++s) {
    equal_ = equal_in_lanes(warp, rows[s], active);
  }
}

void UniformityAudit::ended(const Warp& warp, const Instruction& instruction, LaneMask active) {
  const LaunchedKernel& kernel = kernels_.of(warp.launch());
  if (kernel.number == counts_.size()) counts_.emplace_back(kernel.image->code.size());
  AuditCounts& counts = counts_[kernel.number][(instruction.pc - kernel.image->flow.base) / 4];
  ++counts.executed;
  if (active.count() < 2) {
    ++counts.one_lane;
  } else if (equal_ &&
             (!instruction.writes_register() || equal_in_lanes(warp, instruction.rd, active))) {
    ++counts.uniform;
  }
}

AuditResult UniformityAudit::result() const {
  AuditResult result;
  std::map<std::pair<DivergenceRule, std::string>, AuditOrigin> origins;
  for (const auto& known : kernels_.all()) {
    const LaunchedKernel& kernel = known.second;
    const std::vector<AuditCounts>& counts = counts_[kernel.number];
    const SourcePlaces places(kernel.image->elf);
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
      result.all += counts[i];
      result.bound += counts[i].bound();
      const Uniformity& value = kernel.uniformity.at(i).value;
      if (value.is_uniform()) result.known += counts[i].uniform;
      if (value.is_affine()) result.linear += counts[i].uniform;
      if (!value.is_divergent() || counts[i].uniform == 0) continue;
      const DivergenceStep from = kernel.uniformity.cause(i).back();
      result.missed[static_cast<std::size_t>(from.rule)] += counts[i].uniform;
      result.missed_bound[static_cast<std::size_t>(from.rule)] += counts[i].bound();
      const std::string line = source_line(places, from.pc);
      AuditOrigin& origin = origins.try_emplace({from.rule, line}).first->second;
      origin = {from.rule, line, origin.missed + counts[i].uniform,
                origin.bound + counts[i].bound()};
    }
  }
  for (const auto& [_, origin] : origins) result.origins.push_back(origin);
  std::stable_sort(result.origins.begin(), result.origins.end(),
                   [](const AuditOrigin& a, const AuditOrigin& b) { return a.missed > b.missed; });
  return result;
}

}  // namespace lanefold
