// SPDX-License-Identifier: Apache-2.0
// Sentences about what a work-item did wrong: kernel, source line, pc, work-item.
#pragma once

#include <cstdint>
#include <string>

#include "lanefold/error.h"

namespace lanefold {

class Warp;

/// The error of a lane of `warp` at `pc`; `what` completes "work-item (x, y, z) …".
Error at_work_item(ErrorKind kind, const Warp& warp, std::uint32_t pc, unsigned lane,
                   const std::string& what);

}  // namespace lanefold
