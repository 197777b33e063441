// SPDX-License-Identifier: Apache-2.0
// RTL of the user's own beside the model of its block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "twins/plugin/own_rtl.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {

struct CosimRequest {
  OwnRtl rtl;
  RtlShape geometry;
  std::uint64_t seed = 1;
  std::uint64_t random = 100'000;    ///< masks, or clock cycles of a random stream
  std::optional<std::string> waves;  ///< FST of a difference; without it among temporary files
};

struct CosimReport {
  std::string text;  ///< what was tried, and the first difference
  /// What is wrong, as a sentence; nothing if all is equal.
  std::optional<std::string> difference;
};

/// Compares all that the block's bench does (comparisons.h), in every shape that the geometry
/// gives, up to the first difference. Throws as load_own_rtl does. Without Verilator in this build
/// it throws Error(Usage).
CosimReport cosimulate(const CosimRequest& request);

}  // namespace lanefold
