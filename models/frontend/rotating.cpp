// SPDX-License-Identifier: Apache-2.0
// Rotating priority: the first candidate after the thread that issued last.
#include "frontend/arbiter_policy.h"

namespace lanefold {
namespace {

class Rotating final : public ArbiterPolicy {
  unsigned choose(std::uint64_t candidates, const std::uint64_t* /*age*/,
                  unsigned last) const override {
    const std::uint64_t above = last >= 63 ? 0 : candidates & (~std::uint64_t{0} << (last + 1));
    return static_cast<unsigned>(__builtin_ctzll(above != 0 ? above : candidates));
  }
};

}  // namespace

std::unique_ptr<ArbiterPolicy> make_rotating_arbiter();
std::unique_ptr<ArbiterPolicy> make_rotating_arbiter() { return std::make_unique<Rotating>(); }

}  // namespace lanefold
