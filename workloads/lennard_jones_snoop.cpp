// SPDX-License-Identifier: Apache-2.0
// Lennard-Jones forces whose work-items slip in software.
#include "workloads/lennard_jones.h"

namespace lanefold {

std::unique_ptr<Workload> make_lennard_jones_snoop() {
  return make_forces({"lennard-jones-snoop",
                      "lennard-jones that slips in software: misses are tried again",
                      "lennard_jones_snoop", ""});
}

}  // namespace lanefold
