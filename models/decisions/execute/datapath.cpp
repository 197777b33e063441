// SPDX-License-Identifier: Apache-2.0
// Names of the data-path fidelities.
#include "decisions/execute/datapath.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold {

const std::vector<std::string>& datapath_names() {
  static const std::vector<std::string> kNames{"fast", "exact"};
  return kNames;
}

bool moves_quads(const CoreConfig& core) {
  if (core.datapath == "exact") return true;
  if (core.datapath == "fast") return false;
  throw Error(ErrorKind::Configuration,
              fmt::format("core.datapath: '{}' is unknown; valid: fast, exact", core.datapath));
}

}  // namespace lanefold
