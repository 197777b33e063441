// SPDX-License-Identifier: Apache-2.0
// The interface of the compaction policies (ISCA'13 sections 3 and 4), and what can be said of an
// instruction's cycles without choosing one.
#pragma once

#include <cstdint>
#include <memory>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"

namespace lanefold {

/// Decides how the active lanes of one instruction pass through the ALU. Stateless: the same mask
/// gives the same answer. An empty mask costs no cycle under any policy. Every mask handed in has
/// lanes of the geometry only.
class Compactor {
 public:
  virtual ~Compactor() = default;

  /// The full assignment of lanes to cycles and ALU positions.
  virtual Schedule schedule(LaneMask mask, const QuadGeometry& geometry) const = 0;

  /// schedule().cycles() for the price of some arithmetic.
  virtual unsigned cycles(LaneMask mask, const QuadGeometry& geometry) const = 0;
  /// schedule().swizzled_lanes() for the same price.
  virtual unsigned swizzled_lanes(LaneMask /*mask*/, const QuadGeometry& /*geometry*/) const {
    return 0;
  }
  /// All lanes, active or not, of the quads whose operands the policy has fetched.
  virtual LaneMask issued_lanes(LaneMask mask, const QuadGeometry& geometry) const = 0;

  /// The register-file organisation that the paper builds for this policy; not Auto.
  virtual RegisterFileKind register_file() const = 0;

  /// What the counter of the policy's cycles means; every run counts them, whatever policy is
  /// timed. nullptr if another policy takes the same cycles for every mask: its counter does for
  /// both.
  virtual const char* counter_help() const = 0;
};

std::unique_ptr<Compactor> make_compactor(CompactionPolicy policy);

/// Slots that the active lanes fill, a slot being one 32-bit ALU lane for one cycle: two for a
/// 64-bit lane (one on a one-wide ALU), one for two 16-bit lanes.
unsigned useful_slots(LaneMask active, const QuadGeometry& geometry);

/// The slots of one instruction in the ALU, a slot being one 32-bit ALU lane for one cycle.
struct SlotCounts {
  std::uint32_t useful = 0;
  std::uint32_t dispatch = 0;    ///< lost because lanes are off since dispatch or by predicate
  std::uint32_t divergence = 0;  ///< lost because lanes are on another path
  std::uint32_t slack = 0;       ///< lost because even ideal compaction leaves a quad partly empty

  std::uint32_t total() const { return useful + dispatch + divergence + slack; }
};

/// Charges all `cycles` x alu_width slots of an instruction. `active` is its execution mask, a
/// subset of `dispatched`; `cycles` is what some policy answers for `active`. The sum is exact: a
/// 64-bit lane uses two slots (one on a one-wide ALU), and of 16-bit lanes two share a slot, which
/// is useful as soon as one of them is active.
SlotCounts classify_slots(unsigned cycles, LaneMask active, LaneMask dispatched,
                          const QuadGeometry& geometry);

}  // namespace lanefold
