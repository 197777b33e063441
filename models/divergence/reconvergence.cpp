// SPDX-License-Identifier: Apache-2.0
// The factory of reconvergence policies, and what they share.
#include "divergence/reconvergence.h"

#include "common/policy_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<Reconvergence> make_wto_reconvergence();
std::unique_ptr<Reconvergence> make_ipdom_reconvergence();

namespace {

constexpr PolicyEntry<Reconvergence> kPolicies[] = {
    {"wto", make_wto_reconvergence},
    {"ipdom", make_ipdom_reconvergence},
};

}  // namespace

const std::vector<std::string>& reconvergence_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<Reconvergence> make_reconvergence(const std::string& policy) {
  return make_policy(kPolicies, "core.reconvergence", policy, reconvergence_policy_names());
}

void Reconvergence::start(std::uint32_t pc, std::uint32_t rank, LaneMask mask) {
  splits_.clear();
  splits_.push_back({pc, rank, 0, mask, kFunctionEnd, 0});
}

LaneMask Reconvergence::live() const {
  LaneMask all;
  for (const Split& split : splits_) all |= split.mask;
  return all;
}

}  // namespace lanefold
