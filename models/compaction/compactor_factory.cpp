// SPDX-License-Identifier: Apache-2.0
// The one place that knows every compaction policy by name.
#include <string>
#include <vector>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {

// Each is defined in the file of its policy.
std::unique_ptr<Compactor> make_none_compactor();
std::unique_ptr<Compactor> make_ivb_compactor();
std::unique_ptr<Compactor> make_bcc_compactor();
std::unique_ptr<Compactor> make_scc_compactor();
std::unique_ptr<Compactor> make_scc_fifo_compactor();

namespace {

struct Policy {
  const char* name;
  std::unique_ptr<Compactor> (*make)();
};

constexpr Policy kPolicies[] = {
    {"none", make_none_compactor},         {"ivb", make_ivb_compactor},
    {"bcc", make_bcc_compactor},           {"scc", make_scc_compactor},
    {"scc-fifo", make_scc_fifo_compactor},
};

}  // namespace

const std::vector<std::string>& compaction_policy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Policy& policy : kPolicies) {
      result.emplace_back(policy.name);
    }
    return result;
  }();
  return names;
}

std::unique_ptr<Compactor> make_compactor(const std::string& name) {
  std::string valid;
  for (const Policy& policy : kPolicies) {
    if (name == policy.name) {
      return policy.make();
    }
    valid += (valid.empty() ? "" : ", ") + std::string(policy.name);
  }
  throw Error(ErrorKind::Configuration,
              "there is no compaction policy '" + name + "'; there are " + valid);
}

}  // namespace lanefold
