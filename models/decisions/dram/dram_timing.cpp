// SPDX-License-Identifier: Apache-2.0
// The factory of DRAM timing policies.
#include "decisions/dram/dram_timing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "decisions/dram/dram_policies.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

struct Policy {
  const char* name;
  std::unique_ptr<DramTiming> (*make)(const DramConfig& config, std::uint32_t clock_mhz);
};
constexpr Policy kPolicies[] = {{"fixed", make_fixed_dram}, {"ddr3", make_ddr3_dram}};

}  // namespace

const std::vector<std::string>& dram_timing_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> list;
    for (const Policy& policy : kPolicies) list.emplace_back(policy.name);
    return list;
  }();
  return kNames;
}

void validate_dram(const DramConfig& config, std::uint32_t line_bytes) {
  if (config.timing != "ddr3") return;
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
  for (const Policy& policy : kPolicies) {
    if (config.timing == policy.name) return policy.make(config, clock_mhz);
  }
  throw Error(ErrorKind::Configuration,
              fmt::format("dram.timing: '{}' is unknown; valid: {}", config.timing,
                          fmt::join(dram_timing_names(), ", ")));
}

}  // namespace lanefold
