// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of a slice with rtl/mdt.sv inside.
#pragma once

#include <string>

#include "decisions/divergence/memory_divergence_table.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/mdt_twin.h"

namespace lanefold {

/// Every change is one cycle of the RTL's clock, and the entries are those that the RTL then has.
/// Where a load leads is no part of the RTL: it follows from the pc.
class RtlMemoryDivergenceTable final : public MemoryDivergenceTable {
 public:
  RtlMemoryDivergenceTable(const std::string& name, const CoreContext& core, const RtlWorld& world);

  void add(const LeftBehind& left) override;
  void arrive(LaneMask lanes) override;
  LaneMask take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed) override;
  LeftBehind take(std::size_t index) override;
  void clear() override;

 private:
  MdtTwin::Outputs carry_out(const MdtTwin::Inputs& inputs);
  void follow();

  AskedTwin<MdtTwin> twin_;
};

}  // namespace lanefold
