// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "decisions/isa/gen8_alu/fast.h"

namespace lanefold::gen8 {

/// The lanes in which `operation` gives what the instruction does, if there are any.
std::optional<LaneType> fast_lane_of(const Instruction& instruction, FastOperation operation);

}  // namespace lanefold::gen8
