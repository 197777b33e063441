// SPDX-License-Identifier: Apache-2.0
// The factory of arbiter policies.
#include "decisions/frontend/arbiter_policy.h"

#include <vector>

#include "base/policy_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<ArbiterPolicy> make_rotating_arbiter();
std::unique_ptr<ArbiterPolicy> make_age_arbiter();

namespace {

constexpr PolicyEntry<ArbiterPolicy> kPolicies[] = {
    {"rotating", make_rotating_arbiter},
    {"age", make_age_arbiter},
};

}  // namespace

const std::vector<std::string>& arbiter_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<ArbiterPolicy> make_arbiter_policy(const std::string& name) {
  return make_policy(kPolicies, "core.arbiter", name, arbiter_policy_names());
}

}  // namespace lanefold
