// SPDX-License-Identifier: Apache-2.0
// The one place that knows every compaction policy by name.
#include <string>
#include <vector>

#include "base/policy_table.h"
#include "lanefold/compactor.h"
#include "lanefold/machine_config.h"

namespace lanefold {

// Each is defined in the file of its policy.
std::unique_ptr<Compactor> make_none_compactor();
std::unique_ptr<Compactor> make_ivb_compactor();
std::unique_ptr<Compactor> make_bcc_compactor();
std::unique_ptr<Compactor> make_scc_compactor();
std::unique_ptr<Compactor> make_scc_fifo_compactor();

namespace {

constexpr PolicyEntry<Compactor> kPolicies[] = {
    {"none", make_none_compactor},         {"ivb", make_ivb_compactor},
    {"bcc", make_bcc_compactor},           {"scc", make_scc_compactor},
    {"scc-fifo", make_scc_fifo_compactor},
};

}  // namespace

const std::vector<std::string>& compaction_policy_names() {
  static const std::vector<std::string> kNames = policy_names(kPolicies);
  return kNames;
}

std::unique_ptr<Compactor> make_compactor(const std::string& name) {
  return make_policy(kPolicies, "core.compaction", name, compaction_policy_names());
}

}  // namespace lanefold
