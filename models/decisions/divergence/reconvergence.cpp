// SPDX-License-Identifier: Apache-2.0
// The factory of reconvergence policies, and what they share.
#include "decisions/divergence/reconvergence.h"

#include "base/policy_table.h"

namespace lanefold {

std::unique_ptr<Reconvergence> make_wto_reconvergence(SliceState& slice);
std::unique_ptr<Reconvergence> make_ipdom_reconvergence(SliceState& slice);
std::unique_ptr<Reconvergence> make_yield_reconvergence(SliceState& slice);

namespace {

constexpr ChoiceRow<ReconvergencePolicy, std::unique_ptr<Reconvergence> (*)(SliceState&)>
    kPolicies[] = {
        {ReconvergencePolicy::Wto, make_wto_reconvergence},
        {ReconvergencePolicy::Ipdom, make_ipdom_reconvergence},
        {ReconvergencePolicy::Yield, make_yield_reconvergence},
};
static_assert(has_each_choice(kPolicies));

}  // namespace

std::unique_ptr<Reconvergence> make_reconvergence(ReconvergencePolicy policy, SliceState& slice) {
  return row_of(kPolicies, policy)(slice);
}

LaneMask Reconvergence::live() const {
  LaneMask all = slice_.left_behind.table->lanes() | held();
  for (const Split& split : splits_) all |= split.mask;
  return all.without(slice_.outstanding);
}

}  // namespace lanefold
