// SPDX-License-Identifier: Apache-2.0
// The factory of DRAM timing policies.
#include "decisions/dram/dram_timing.h"

#include <fmt/format.h>

#include "base/policy_table.h"
#include "decisions/dram/dram_policies.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

using Make = std::unique_ptr<DramTiming> (*)(const DramConfig& config, std::uint32_t clock_mhz);
constexpr ChoiceRow<DramModel, Make> kPolicies[] = {
    {DramModel::Fixed, make_fixed_dram},
    {DramModel::Ddr3, make_ddr3_dram},
};
static_assert(has_each_choice(kPolicies));

}  // namespace

void validate_dram(const DramConfig& config, std::uint32_t line_bytes) {
  if (config.timing != DramModel::Ddr3) return;
  if (config.interleave_bytes % line_bytes != 0) {
    throw Error(ErrorKind::Configuration,
                fmt::format("dram.interleave_bytes is {} but must be a multiple of "
                            "memory.line_bytes, which is {}: a line lies in one channel",
                            config.interleave_bytes, line_bytes));
  }
  if (config.row_bytes % config.interleave_bytes != 0) {
    throw Error(ErrorKind::Configuration,
                fmt::format("dram.row_bytes is {} but must be a multiple of "
                            "dram.interleave_bytes, which is {}",
                            config.row_bytes, config.interleave_bytes));
  }
}

std::unique_ptr<DramTiming> make_dram_timing(const DramConfig& config, std::uint32_t clock_mhz) {
  return row_of(kPolicies, config.timing)(config, clock_mhz);
}

}  // namespace lanefold
