// SPDX-License-Identifier: Apache-2.0
// The replacement policies by name.
#include "base/policy_table.h"
#include "decisions/cache/replacement_policies.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

constexpr PolicyEntry<Replacement> kPolicies[] = {{"lru", make_lru_replacement},
                                                  {"random", make_random_replacement}};

}  // namespace

const std::vector<std::string>& replacement_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<Replacement> make_replacement(const std::string& name, const std::string& key) {
  return make_policy(kPolicies, key.c_str(), name, replacement_policy_names());
}

}  // namespace lanefold
