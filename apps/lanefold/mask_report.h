// SPDX-License-Identifier: Apache-2.0
// Figure 7 of ISCA'13 for any mask, as text: what each policy does with it, cycle by cycle.
#pragma once

#include <string>
#include <string_view>

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// Reads a mask of up to 64 lanes written in hexadecimal (0xF0F0) or binary (0b1111_0000), lane 0
/// rightmost; underscores may separate digits. Throws Error(Usage) for anything else.
LaneMask parse_mask(std::string_view text);

/// The quads of `mask`, the cycles of all policies, and the source of every ALU position in every
/// cycle, in plain ASCII. Throws Error(Usage) when the mask has a lane that the warp has not.
std::string mask_report(LaneMask mask, const QuadGeometry& geometry);

}  // namespace lanefold
