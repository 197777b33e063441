// SPDX-License-Identifier: Apache-2.0
// The warp-slice table of a core with rtl/warp_slice_table.sv inside.
#pragma once

#include <string>

#include "decisions/warp_slices/slice_table.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {

/// Every change is one cycle of the RTL's clock, and the entries are those that the RTL then has.
/// The RTL's table may have more entries than the core has slots; they stay free.
class RtlSliceTable final : public SliceTable {
 public:
  RtlSliceTable(const std::string& name, const CoreContext& core, const RtlWorld& world);

  void divide(unsigned width) override;
  unsigned split_off(unsigned entry, LaneMask lanes) override;
  void merge(unsigned entry, unsigned other) override;

 private:
  unsigned carry_out(const WarpSliceTableTwin::Inputs& inputs);

  const unsigned slots_;
  AskedTwin<WarpSliceTableTwin> twin_;
};

}  // namespace lanefold
