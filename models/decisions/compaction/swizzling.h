// SPDX-License-Identifier: Apache-2.0
// What all policies of swizzled cycle compression have in common (ISCA'13 sections 3.2 and 4.2).
#pragma once

#include "lanefold/compactor.h"

namespace lanefold {

/// Issues the active lanes in as few cycles as they can fill, moving as few of them as possible to
/// another ALU position. Policies differ in which lanes move where.
class SwizzlingCompactor : public Compactor {
 public:
  Schedule schedule(LaneMask mask, const QuadGeometry& geometry) const final;
  unsigned cycles(LaneMask mask, const QuadGeometry& geometry) const final;
  unsigned swizzled_lanes(LaneMask mask, const QuadGeometry& geometry) const final;
  LaneMask issued_lanes(LaneMask mask, const QuadGeometry& geometry) const final;
  RegisterFileKind register_file() const final { return RegisterFileKind::Scc; }

 private:
  /// Fills `schedule` when skipping empty quads is not enough.
  virtual void swizzle(LaneMask mask, const QuadGeometry& geometry, Schedule& schedule) const = 0;
};

}  // namespace lanefold
