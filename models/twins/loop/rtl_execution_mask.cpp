// SPDX-License-Identifier: Apache-2.0
// The execution-mask block with RTL inside.
#include "twins/loop/rtl_execution_mask.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold {

RtlExecutionMask::RtlExecutionMask(const sc_core::sc_module_name& name, const CoreContext& core,
                                   const RtlWorld& world)
    : ExecutionMask(name),
      twin_(
          make_exec_mask_twin(core.config.warp_width, place_in(*this, world.session, "exec_mask")),
          world, "exec_mask") {}

LaneMask RtlExecutionMask::combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
  const ExecMaskTwin::Answer answer = twin_.ask().combine(dispatch, control_flow, predicate);
  if (answer.empty != answer.active.none()) {
    throw Error(ErrorKind::Internal, fmt::format("exec_mask: empty_o is {} for active_o {:#x}",
                                                 answer.empty, answer.active.bits()));
  }
  return answer.active;
}

}  // namespace lanefold
