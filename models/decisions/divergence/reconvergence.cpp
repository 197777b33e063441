// SPDX-License-Identifier: Apache-2.0
// The factory of reconvergence policies, and what they share.
#include "decisions/divergence/reconvergence.h"

#include "base/policy_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<Reconvergence> make_wto_reconvergence(SliceState& slice);
std::unique_ptr<Reconvergence> make_ipdom_reconvergence(SliceState& slice);

namespace {

constexpr PolicyEntry<Reconvergence, SliceState&> kPolicies[] = {
    {"wto", make_wto_reconvergence},
    {"ipdom", make_ipdom_reconvergence},
};

}  // namespace

const std::vector<std::string>& reconvergence_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<Reconvergence> make_reconvergence(const std::string& policy, SliceState& slice) {
  return make_policy(kPolicies, "core.reconvergence", policy, reconvergence_policy_names(), slice);
}

LaneMask Reconvergence::live() const {
  LaneMask all = slice_.left_behind->lanes() | held();
  for (const Split& split : splits_) all |= split.mask;
  return all.without(slice_.outstanding);
}

}  // namespace lanefold
