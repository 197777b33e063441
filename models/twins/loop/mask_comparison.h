// SPDX-License-Identifier: Apache-2.0
// Two answers to one mask side by side: the model's schedule and what a control block has at its
// ports, right or wrong.
#pragma once

#include <string>

#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"
#include "twins/verilated/control_twin.h"

namespace lanefold {

/// Whether cycles and assignment are the same.
bool equal(const Schedule& model, const ControlAnswer& rtl, const QuadGeometry& geometry);

/// Both as a table: a line a cycle, the ALU positions of the model, then those of the RTL.
std::string side_by_side(const Schedule& model, const ControlAnswer& rtl,
                         const QuadGeometry& geometry);

}  // namespace lanefold
