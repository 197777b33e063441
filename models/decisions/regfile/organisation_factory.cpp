// SPDX-License-Identifier: Apache-2.0
// The one place that knows every register-file organisation by name.
#include <string>
#include <vector>

#include "base/policy_table.h"
#include "lanefold/compactor.h"
#include "lanefold/machine_config.h"
#include "lanefold/register_file.h"

namespace lanefold {

// Each is defined in the file of its organisation.
std::unique_ptr<RegisterFileOrganisation> make_baseline_register_file();
std::unique_ptr<RegisterFileOrganisation> make_bcc_register_file();
std::unique_ptr<RegisterFileOrganisation> make_scc_register_file();
std::unique_ptr<RegisterFileOrganisation> make_interwarp_register_file();

namespace {

constexpr const char* kAutomatic = "auto";
constexpr PolicyEntry<RegisterFileOrganisation> kOrganisations[] = {
    {"baseline", make_baseline_register_file},
    {"bcc", make_bcc_register_file},
    {"scc", make_scc_register_file},
    {"interwarp", make_interwarp_register_file},
};

}  // namespace

const std::vector<std::string>& register_file_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> result = policy_names(kOrganisations);
    result.insert(result.begin(), kAutomatic);
    return result;
  }();
  return kNames;
}

std::unique_ptr<RegisterFileOrganisation> make_register_file(const std::string& name,
                                                             const std::string& compaction) {
  if (name == kAutomatic) {
    return make_register_file(make_compactor(compaction)->register_file(), compaction);
  }
  return make_policy(kOrganisations, "core.register_file", name, register_file_names());
}

}  // namespace lanefold
