// SPDX-License-Identifier: Apache-2.0
// What a replay counted, for people and for programs.
#pragma once

#include <cstdint>
#include <string>

#include "lanefold/trace_replay.h"

namespace lanefold {

/// "12,345 warp instructions in 678 bytes, 0.055 bytes each".
std::string trace_size_text(std::uint64_t instructions, std::uint64_t bytes);

/// Tables as `lanefold run` prints them.
std::string trace_text(const TraceCounts& counts);

/// JSON text, ending in a newline; docs/how-to/traces.md explains it.
std::string trace_json(const TraceHeader& header, const TraceCounts& counts);

}  // namespace lanefold
