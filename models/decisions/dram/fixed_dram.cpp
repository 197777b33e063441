// SPDX-License-Identifier: Apache-2.0
// DRAM of one latency behind a bus of limited bandwidth (SC'09 section 7.2, IPDPS'12 table I).
#include <algorithm>

#include "decisions/dram/dram_policies.h"
#include "decisions/interconnect/link.h"

namespace lanefold {
namespace {

class FixedDram final : public DramTiming {
 public:
  FixedDram(std::uint32_t latency, Rate bandwidth) : latency_(latency), bus_(bandwidth) {}

  /// The latency counts from the cycle in which the access gets the bus and includes its transfer,
  /// unless that alone takes longer.
  DramAnswer serve(const DramAccess& access) override {
    const Link::Transfer data = bus_.pass(access.cycle, access.bytes);
    return {std::max(data.begins + latency_, data.ends), data.begins - access.cycle,
            RowOutcome::None};
  }
  void reset() override { bus_.reset(); }

 private:
  std::uint32_t latency_;
  Link bus_;
};

}  // namespace

std::unique_ptr<DramTiming> make_fixed_dram(const DramConfig& config, std::uint32_t clock_mhz) {
  return std::make_unique<FixedDram>(config.latency, Rate::of(config.bandwidth_mb_s, clock_mhz));
}

}  // namespace lanefold
