// SPDX-License-Identifier: Apache-2.0
// The one place that knows every register-file organisation by name.
#include <string>
#include <vector>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"
#include "lanefold/register_file.h"

namespace lanefold {

// Each is defined in the file of its organisation.
std::unique_ptr<RegisterFileOrganisation> make_baseline_register_file();
std::unique_ptr<RegisterFileOrganisation> make_bcc_register_file();
std::unique_ptr<RegisterFileOrganisation> make_scc_register_file();
std::unique_ptr<RegisterFileOrganisation> make_interwarp_register_file();

namespace {

struct Organisation {
  const char* name;
  std::unique_ptr<RegisterFileOrganisation> (*make)();
};

constexpr const char* kAutomatic = "auto";
constexpr Organisation kOrganisations[] = {
    {"baseline", make_baseline_register_file},
    {"bcc", make_bcc_register_file},
    {"scc", make_scc_register_file},
    {"interwarp", make_interwarp_register_file},
};

}  // namespace

const std::vector<std::string>& register_file_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result{kAutomatic};
    for (const Organisation& organisation : kOrganisations) {
      result.emplace_back(organisation.name);
    }
    return result;
  }();
  return names;
}

std::unique_ptr<RegisterFileOrganisation> make_register_file(const std::string& name,
                                                             const std::string& compaction) {
  if (name == kAutomatic) {
    return make_register_file(make_compactor(compaction)->register_file(), compaction);
  }
  std::string valid = kAutomatic;
  for (const Organisation& organisation : kOrganisations) {
    if (name == organisation.name) {
      return organisation.make();
    }
    valid += std::string(", ") + organisation.name;
  }
  throw Error(ErrorKind::Configuration,
              "there is no register-file organisation '" + name + "'; there are " + valid);
}

}  // namespace lanefold
