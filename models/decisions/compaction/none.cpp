// SPDX-License-Identifier: Apache-2.0
// No compaction: every quad of the warp is issued, active or not.
#include "decisions/compaction/cycle_formulas.h"
#include "decisions/compaction/in_order.h"
#include "lanefold/compactor.h"

namespace lanefold {
namespace {

class NoCompaction final : public Compactor {
 public:
  Schedule schedule(LaneMask mask, const QuadGeometry& geometry) const override {
    return issue_in_order(mask, issued_lanes(mask, geometry), geometry);
  }
  unsigned cycles(LaneMask mask, const QuadGeometry& geometry) const override {
    return none_cycles(mask, geometry);
  }
  LaneMask issued_lanes(LaneMask mask, const QuadGeometry& geometry) const override {
    return mask.any() ? geometry.all_lanes() : LaneMask();
  }
  RegisterFileKind register_file() const override { return RegisterFileKind::Baseline; }
  const char* counter_help() const override { return "ALU cycles without compaction"; }
};

}  // namespace

std::unique_ptr<Compactor> make_none_compactor() { return std::make_unique<NoCompaction>(); }

}  // namespace lanefold
