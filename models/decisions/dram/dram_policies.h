// SPDX-License-Identifier: Apache-2.0
// The timing policies of DRAM, for their factory only.
#pragma once

#include "decisions/dram/dram_timing.h"

namespace lanefold {

std::unique_ptr<DramTiming> make_fixed_dram(const DramConfig& config, std::uint32_t clock_mhz);
std::unique_ptr<DramTiming> make_ddr3_dram(const DramConfig& config, std::uint32_t clock_mhz);

}  // namespace lanefold
