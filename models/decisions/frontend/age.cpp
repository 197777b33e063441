// SPDX-License-Identifier: Apache-2.0
// Age-based priority: the instruction that was fetched first.
#include "decisions/frontend/arbiter_policy.h"

namespace lanefold {
namespace {

class OldestFirst final : public ArbiterPolicy {
  unsigned choose(SlotSet candidates, const std::uint64_t* age, unsigned /*turn*/) const override {
    unsigned oldest = candidates.lowest();
    for (const unsigned thread : candidates) {
      if (age[thread] < age[oldest]) oldest = thread;
    }
    return oldest;
  }
};

}  // namespace

std::unique_ptr<ArbiterPolicy> make_age_arbiter();
std::unique_ptr<ArbiterPolicy> make_age_arbiter() { return std::make_unique<OldestFirst>(); }

}  // namespace lanefold
