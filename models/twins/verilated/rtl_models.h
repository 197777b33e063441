// SPDX-License-Identifier: Apache-2.0
// The table of all Verilated modules, which CMake writes. Only for factories.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "lanefold/quad_geometry.h"
#include "twins/verilated/asu_twin.h"
#include "twins/verilated/control_twin.h"
#include "twins/verilated/data_path_twins.h"
#include "twins/verilated/exec_mask_twin.h"
#include "twins/verilated/mdt_twin.h"
#include "twins/verilated/scc_pipeline_twin.h"
#include "twins/verilated/sequencer_twin.h"
#include "twins/verilated/slip_controller_twin.h"
#include "twins/verilated/twin_session.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {

template <class AnyTwin>
struct RtlModel {
  const char* module;
  /// What the shape of this kind of module depends on; the rest 0.
  std::array<unsigned, 3> key;
  std::unique_ptr<AnyTwin> (*make)(const QuadGeometry& geometry, const TwinPlace& place);
};

template <class AnyTwin>
const std::vector<RtlModel<AnyTwin>>& rtl_models();
template <>
const std::vector<RtlModel<ExecMaskTwin>>& rtl_models();
template <>
const std::vector<RtlModel<ControlTwin>>& rtl_models();
template <>
const std::vector<RtlModel<SccPipelineTwin>>& rtl_models();
template <>
const std::vector<RtlModel<OperandLatchTwin>>& rtl_models();
template <>
const std::vector<RtlModel<SwizzleCrossbarTwin>>& rtl_models();
template <>
const std::vector<RtlModel<UnswizzleTwin>>& rtl_models();
template <>
const std::vector<RtlModel<SequencerTwin>>& rtl_models();
template <>
const std::vector<RtlModel<MdtTwin>>& rtl_models();
template <>
const std::vector<RtlModel<SlipControllerTwin>>& rtl_models();
template <>
const std::vector<RtlModel<AsuTwin>>& rtl_models();
template <>
const std::vector<RtlModel<WarpSliceTableTwin>>& rtl_models();

}  // namespace lanefold
