// SPDX-License-Identifier: Apache-2.0
// The blocks that make the execution mask, with RTL inside.
#include "twins/loop/rtl_execution_mask.h"

#include <fmt/format.h>

#include "lanefold/error.h"
#include "twins/loop/rtl_widths.h"

namespace lanefold {
namespace {

constexpr const char* kName = "exec_mask";

AskedTwin<ExecMaskTwin> make_twin(const sc_core::sc_object& block, const CoreContext& core,
                                  const RtlWorld& world, const char* scope) {
  return {make_exec_mask_twin(rtl_thread_lanes(core.config), place_in(block, world.session, scope)),
          world, kName};
}

LaneMask answer_of(const AskedTwin<ExecMaskTwin>& twin, LaneMask dispatch, LaneMask control_flow,
                   LaneMask predicate) {
  const ExecMaskTwin::Answer answer = twin.ask().combine(dispatch, control_flow, predicate);
  if (answer.empty != answer.active.none()) {
    throw Error(ErrorKind::Internal, fmt::format("exec_mask: empty_o is {} for active_o {:#x}",
                                                 answer.empty, answer.active.bits()));
  }
  return answer.active;
}

}  // namespace

RtlExecutionMask::RtlExecutionMask(const sc_core::sc_module_name& name, const CoreContext& core,
                                   const RtlWorld& world)
    : ExecutionMask(name), twin_(make_twin(*this, core, world, kName)) {}

LaneMask RtlExecutionMask::combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
  return answer_of(twin_, dispatch, control_flow, predicate);
}

RtlPredicateMask::RtlPredicateMask(const sc_core::sc_module_name& name, const CoreContext& core,
                                   const RtlWorld& world)
    : PredicateMask(name, core.clock), twin_(make_twin(*this, core, world, "predicate_mask")) {}

LaneMask RtlPredicateMask::combine(LaneMask enabled, LaneMask predicate) {
  return answer_of(twin_, enabled, enabled, predicate);
}

}  // namespace lanefold
