// SPDX-License-Identifier: Apache-2.0
// Names of the data-path fidelities.
#include "execute/datapath.h"

#include <vector>

#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {

const std::vector<std::string>& datapath_names() {
  static const std::vector<std::string> kNames{"fast", "exact"};
  return kNames;
}

Datapath parse_datapath(const std::string& name) {
  if (name == "fast") return Datapath::Fast;
  if (name == "exact") return Datapath::Exact;
  throw Error(ErrorKind::Configuration,
              "core.datapath: '" + name + "' is unknown; valid: fast, exact");
}

}  // namespace lanefold
