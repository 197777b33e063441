// SPDX-License-Identifier: Apache-2.0
// The factory of miss policies.
#include "decisions/memory_divergence/miss_policy.h"

#include <vector>

#include "base/policy_table.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<MissPolicy> make_stall_on_use();
std::unique_ptr<MissPolicy> make_block_on_miss();
std::unique_ptr<MissPolicy> make_slip_on_miss();
std::unique_ptr<MissPolicy> make_divide_on_miss();

namespace {

constexpr PolicyEntry<MissPolicy> kPolicies[] = {
    {"stall-on-use", make_stall_on_use},
    {"block", make_block_on_miss},
    {"slip", make_slip_on_miss},
    {"divide", make_divide_on_miss},
};

}  // namespace

const std::vector<std::string>& miss_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<MissPolicy> make_miss_policy(const std::string& name) {
  return make_policy(kPolicies, "core.on_miss", name, miss_policy_names());
}

}  // namespace lanefold
