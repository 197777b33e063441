// SPDX-License-Identifier: Apache-2.0
// The load/store unit of a core with rtl/coalescer.sv inside.
#pragma once

#include "blocks/load_store/load_store_unit.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/coalescer_twin.h"

namespace lanefold {

/// The lines of an access are those that the RTL offers, one in each cycle of its own clock, all
/// within the simulation's current one; the machine sends them at its own pace.
class RtlLoadStoreUnit final : public LoadStoreUnit {
 public:
  RtlLoadStoreUnit(const sc_core::sc_module_name& name, const PipelineContext& core,
                   const RtlWorld& world);

 private:
  void find_lines(const LaneAccess& access, const PrivatePlacement& placement,
                  LineAccesses& lines) override;
  void collect(LineAccesses& lines);
  void check_lines(const LinesOfLanes& wanted, LaneMask lanes, const LineAccesses& lines) const;

  const std::uint32_t line_bytes_;
  AskedTwin<CoalescerTwin> twin_;
};

}  // namespace lanefold
