// SPDX-License-Identifier: Apache-2.0
// Counts executions by instruction, and explains them at the end.
#include "uniformity_check/uniformity_audit.h"

#include <algorithm>
#include <map>
#include <utility>

#include "program/program_image.h"

namespace lanefold {
namespace {

bool equal_in(const Warp& warp, unsigned row, LaneMask active) {
  const LaneRegisters& registers = warp.registers();
  const auto same = [&](unsigned of) {
    const std::uint32_t* values = registers.row(of);
    bool all = true;
    for_each_lane(active, [&](unsigned lane) { all &= values[lane] == values[active.lowest()]; });
    return all;
  };
  if (!same(row)) return false;
  const bool is_double = row >= kFloatRow && warp.launch().image->traits.has_double;
  return !is_double || same(row + kFloatHighRow - kFloatRow);
}

}  // namespace

AuditCounts& AuditCounts::operator+=(const AuditCounts& other) {
  executed += other.executed;
  one_lane += other.one_lane;
  uniform += other.uniform;
  return *this;
}

void UniformityAudit::begins(const Warp& warp, const Instruction& instruction, LaneMask active) {
  const std::array<std::uint8_t, 3> rows{instruction.rs1, instruction.rs2, instruction.rs3};
  equal_ = true;
  for (unsigned s = 0; s < instruction.sources && equal_; ++s) {
    equal_ = equal_in(warp, rows[s], active);
  }
}

void UniformityAudit::ended(const Warp& warp, const Instruction& instruction, LaneMask active) {
  const LaunchedKernel& kernel = kernels_.of(warp.launch());
  if (kernel.number == counts_.size()) counts_.emplace_back(kernel.image->code.size());
  AuditCounts& counts = counts_[kernel.number][(instruction.pc - kernel.image->flow.base) / 4];
  ++counts.executed;
  if (active.count() < 2) {
    ++counts.one_lane;
  } else if (equal_ && (!instruction.writes_register() || equal_in(warp, instruction.rd, active))) {
    ++counts.uniform;
  }
}

AuditResult UniformityAudit::result() const {
  AuditResult result;
  std::map<std::pair<DivergenceRule, std::string>, std::uint64_t> origins;
  for (const LaunchedKernel& kernel : kernels_.all()) {
    const std::vector<AuditCounts>& counts = counts_[kernel.number];
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
      result.all += counts[i];
      const Uniformity& known = kernel.uniformity.at(i).value;
      if (known.is_uniform()) result.known += counts[i].uniform;
      if (known.is_affine()) result.linear += counts[i].uniform;
      if (!known.is_divergent() || counts[i].uniform == 0) continue;
      const DivergenceStep origin = kernel.uniformity.cause(i).back();
      result.missed[static_cast<std::size_t>(origin.rule)] += counts[i].uniform;
      origins[{origin.rule, source_line(*kernel.image, origin.pc)}] += counts[i].uniform;
    }
  }
  for (const auto& [place, missed] : origins) {
    result.origins.push_back({place.first, place.second, missed});
  }
  std::stable_sort(result.origins.begin(), result.origins.end(),
                   [](const AuditOrigin& a, const AuditOrigin& b) { return a.missed > b.missed; });
  return result;
}

}  // namespace lanefold
