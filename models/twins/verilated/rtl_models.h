// SPDX-License-Identifier: Apache-2.0
// The table of all Verilated modules, which scripts/generate_twins.py writes. Only for factories.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "lanefold/quad_geometry.h"
#include "twins/verilated/twin_session.h"

namespace lanefold {

struct RtlModel {
  const char* module;
  /// "Lanes 16, QuadLanes 4, Fifo 0"
  const char* shape;
  /// The parameters with which it was Verilated, in the order of the module; the rest 0.
  std::array<unsigned, 3> key;
  std::unique_ptr<Twin> (*make)(const QuadGeometry& geometry, const TwinPlace& place);
};

const std::vector<RtlModel>& rtl_models();

}  // namespace lanefold
