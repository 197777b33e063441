// SPDX-License-Identifier: Apache-2.0
// Age-based priority: the instruction that was fetched first.
#include "frontend/arbiter_policy.h"

namespace lanefold {
namespace {

class OldestFirst final : public ArbiterPolicy {
  unsigned choose(std::uint64_t candidates, const std::uint64_t* age,
                  unsigned /*last*/) const override {
    auto oldest = static_cast<unsigned>(__builtin_ctzll(candidates));
    for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
      const auto thread = static_cast<unsigned>(__builtin_ctzll(rest));
      if (age[thread] < age[oldest]) oldest = thread;
    }
    return oldest;
  }
};

}  // namespace

std::unique_ptr<ArbiterPolicy> make_age_arbiter();
std::unique_ptr<ArbiterPolicy> make_age_arbiter() { return std::make_unique<OldestFirst>(); }

}  // namespace lanefold
