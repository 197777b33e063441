// SPDX-License-Identifier: Apache-2.0
// The warp-slice table of a core with rtl/warp_slice_table.sv inside.
#pragma once

#include "blocks/warp_slices/warp_slice_table.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {

/// Every change is one cycle of the RTL's clock, and the entries are those that the RTL then has.
/// The RTL's table may have more entries than the core has slots; they stay free.
class RtlWarpSliceTable final : public WarpSliceTable {
 public:
  RtlWarpSliceTable(const sc_core::sc_module_name& name, const CoreContext& core,
                    const RtlWorld& world);

 private:
  void carry_out(SliceRequest& request) override;
  void follow(const WarpSliceTableTwin::Outputs& outputs);

  const unsigned slots_;
  AskedTwin<WarpSliceTableTwin> twin_;
};

}  // namespace lanefold
