// SPDX-License-Identifier: Apache-2.0
// Basic cycle compression: skips every quad without active lanes (ISCA'13 sections 3.1 and 4.1).
#include "decisions/compaction/cycle_formulas.h"
#include "decisions/compaction/in_order.h"
#include "lanefold/compactor.h"

namespace lanefold {
namespace {

class BasicCycleCompression final : public Compactor {
 public:
  Schedule schedule(LaneMask mask, const QuadGeometry& geometry) const override {
    return issue_in_order(mask, issued_lanes(mask, geometry), geometry);
  }
  unsigned cycles(LaneMask mask, const QuadGeometry& geometry) const override {
    return bcc_cycles(mask, geometry);
  }
  LaneMask issued_lanes(LaneMask mask, const QuadGeometry& geometry) const override {
    return geometry.whole_quads(mask);
  }
  RegisterFileKind register_file() const override { return RegisterFileKind::Bcc; }
  const char* counter_help() const override { return "ALU cycles with basic cycle compression"; }
};

}  // namespace

std::unique_ptr<Compactor> make_bcc_compactor() {
  return std::make_unique<BasicCycleCompression>();
}

}  // namespace lanefold
