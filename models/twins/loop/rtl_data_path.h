// SPDX-License-Identifier: Apache-2.0
// Operand latch, swizzle crossbar and unswizzle with RTL inside: rtl/operand_latch.sv,
// rtl/swizzle_crossbar.sv, rtl/unswizzle.sv.
#pragma once

#include <array>

#include "blocks/datapath/operand_latch.h"
#include "blocks/datapath/swizzle_crossbar.h"
#include "blocks/datapath/unswizzle.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {

/// A latch for each of the three operands.
class RtlOperandLatch final : public OperandLatch {
 public:
  RtlOperandLatch(const sc_core::sc_module_name& name, const CoreContext& core,
                  const RtlWorld& world);

 private:
  void capture(unsigned operand, LaneMask fetched, const QuadGeometry& geometry,
               const LaneValues& read, LaneValues& latch) override;

  std::array<ByOperandSize<OperandLatchTwin>, 3> latches_;
};

/// One crossbar, which the operands pass one after the other.
class RtlSwizzleCrossbar final : public SwizzleCrossbar {
 public:
  RtlSwizzleCrossbar(const sc_core::sc_module_name& name, const CoreContext& core,
                     const RtlWorld& world);

 private:
  void swizzle(const LaneValues& latch, const Schedule& schedule, const QuadGeometry& geometry,
               SlotValues& operand) override;

  ByOperandSize<SwizzleCrossbarTwin> crossbar_;
};

class RtlUnswizzle final : public Unswizzle {
 public:
  RtlUnswizzle(const sc_core::sc_module_name& name, const CoreContext& core, const RtlWorld& world);

 private:
  LaneMask unswizzle(const SlotValues& result, const Schedule& schedule,
                     const QuadGeometry& geometry, LaneValues& write) override;

  ByOperandSize<UnswizzleTwin> unswizzle_;
};

}  // namespace lanefold
