// SPDX-License-Identifier: Apache-2.0
// Checks the content of a block of a mask trace and finds its parts.
#pragma once

#include <string>
#include <string_view>

#include "observers/mask_trace/trace_format.h"

namespace lanefold {

/// Why a head cannot be that of a block; empty if it can.
std::string wrong_in(const TraceBlockHead& head);

/// Points `block` into `content`, which has the size that the head announces. Returns why some
/// instruction or span cannot be; empty if all can.
std::string parse_content(const TraceBlockHead& head, std::string_view content, TraceBlock& block);

}  // namespace lanefold
