// SPDX-License-Identifier: Apache-2.0
// Where functions keep registers in their stack frames, as clang says.
#pragma once

#include <string>

#include "decisions/program/kernel_table.h"

namespace lanefold {

/// Option of clang with which its messages have the layout of each frame.
constexpr const char* kFrameLayoutOption = "-Rpass-analysis=stack-frame-layout";

/// From messages with these layouts.
StackSpills spills_in(const std::string& messages);
/// The other messages.
std::string without_frame_layouts(const std::string& messages);

}  // namespace lanefold
