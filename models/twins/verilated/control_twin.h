// SPDX-License-Identifier: Apache-2.0
// The RTL twins of the compaction policies, which share one interface: the control blocks of
// rtl/blocks.toml.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "control_blocks.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

/// Name of the RTL module of the control.
const char* control_block_name(ControlBlock block);
/// The policy that it implements.
CompactionPolicy control_block_policy(ControlBlock block);
/// The block that implements a policy; throws Error(Configuration) if none does.
ControlBlock control_block_of(CompactionPolicy policy);

/// The outputs of a control block as they are, right or wrong. Slot s is ALU position
/// s % positions in cycle s / positions; quad and position have meaning where a slot is enabled.
struct ControlAnswer {
  unsigned cycles = 0;
  LaneMask enabled;  ///< bit s for slot s
  std::array<std::uint8_t, 64> quad{};
  std::array<std::uint8_t, 64> position{};
};

class ControlTwin : public Twin {
 public:
  ControlTwin(const QuadGeometry& geometry, std::shared_ptr<TwinSession> session)
      : Twin(std::move(session)), geometry_(geometry) {}

  const QuadGeometry& geometry() const { return geometry_; }
  /// The answer of the RTL to `mask`; valid until the next call.
  virtual const ControlAnswer& decide(LaneMask mask) = 0;
  /// The answer of the RTL to `mask` as a schedule. Throws Error(Internal) when the answer is none:
  /// a lane issued twice, an inactive one issued or an active one not.
  Schedule schedule(LaneMask mask);

 private:
  QuadGeometry geometry_;
};

/// The twin of a block for instructions of the geometry's operand size. Throws
/// Error(Configuration), naming what exists, when rtl/geometries.txt has no such shape.
std::unique_ptr<ControlTwin> make_control_twin(ControlBlock block, const QuadGeometry& geometry,
                                               const TwinPlace& place = {});

}  // namespace lanefold
