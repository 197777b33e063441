// SPDX-License-Identifier: Apache-2.0
// The factory of arbiter policies.
#include "frontend/arbiter_policy.h"

#include <vector>

#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {

std::unique_ptr<ArbiterPolicy> make_rotating_arbiter();
std::unique_ptr<ArbiterPolicy> make_age_arbiter();

namespace {

struct Policy {
  const char* name;
  std::unique_ptr<ArbiterPolicy> (*make)();
};
constexpr Policy kPolicies[] = {
    {"rotating", make_rotating_arbiter},
    {"age", make_age_arbiter},
};

}  // namespace

const std::vector<std::string>& arbiter_policy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Policy& policy : kPolicies) result.emplace_back(policy.name);
    return result;
  }();
  return names;
}

std::unique_ptr<ArbiterPolicy> make_arbiter_policy(const std::string& name) {
  for (const Policy& candidate : kPolicies) {
    if (name == candidate.name) return candidate.make();
  }
  throw Error(ErrorKind::Configuration,
              "core.arbiter: '" + name + "' is unknown; valid: rotating, age");
}

}  // namespace lanefold
