// SPDX-License-Identifier: Apache-2.0
// What Ivy Bridge does today: skips a half of the warp without active lanes (ISCA'13 section 5.2).
#include "decisions/compaction/cycle_formulas.h"
#include "decisions/compaction/in_order.h"
#include "lanefold/compactor.h"

namespace lanefold {
namespace {

class HalfSkip final : public Compactor {
 public:
  Schedule schedule(LaneMask mask, const QuadGeometry& geometry) const override {
    return issue_in_order(mask, issued_lanes(mask, geometry), geometry);
  }
  unsigned cycles(LaneMask mask, const QuadGeometry& geometry) const override {
    return ivb_cycles(mask, geometry);
  }
  LaneMask issued_lanes(LaneMask mask, const QuadGeometry& geometry) const override {
    return ivb_lanes(mask, geometry);
  }
  RegisterFileKind register_file() const override { return RegisterFileKind::Baseline; }
  const char* counter_help() const override { return "ALU cycles with the Ivy Bridge half skip"; }
};

}  // namespace

std::unique_ptr<Compactor> make_ivb_compactor() { return std::make_unique<HalfSkip>(); }

}  // namespace lanefold
