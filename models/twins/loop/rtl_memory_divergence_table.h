// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of a core with rtl/mdt.sv inside, one for each slot.
#pragma once

#include <vector>

#include "blocks/memory_divergence/memory_divergence_table.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/mdt_twin.h"

namespace lanefold {

/// Every change is one cycle of the RTL's clock, and the entries are those that the RTL then has.
/// Where a load leads is no part of the RTL: it follows from the pc.
class RtlMemoryDivergenceTable final : public MemoryDivergenceTable {
 public:
  RtlMemoryDivergenceTable(const sc_core::sc_module_name& name, const CoreContext& core,
                           const RtlWorld& world);

 private:
  void carry_out(MdtRequest& request) override;

  std::vector<AskedTwin<MdtTwin>> twins_;  ///< by slot
};

}  // namespace lanefold
