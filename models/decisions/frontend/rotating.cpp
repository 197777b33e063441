// SPDX-License-Identifier: Apache-2.0
// Rotating priority: the first candidate after the thread that issued last.
#include "decisions/frontend/arbiter_policy.h"

namespace lanefold {
namespace {

class Rotating final : public ArbiterPolicy {
  unsigned choose(SlotSet candidates, const std::uint64_t* /*age*/, unsigned turn) const override {
    return candidates.first_from(turn);
  }
};

}  // namespace

std::unique_ptr<ArbiterPolicy> make_rotating_arbiter();
std::unique_ptr<ArbiterPolicy> make_rotating_arbiter() { return std::make_unique<Rotating>(); }

}  // namespace lanefold
