// SPDX-License-Identifier: Apache-2.0
// Gaussian blur whose work-items slip in software.
#include "workloads/gaussian_filter.h"

namespace lanefold {

std::unique_ptr<Workload> make_gaussian_filter_snoop() {
  return make_blur({"gaussian-filter-snoop",
                    "gaussian-filter that slips in software: misses are tried again",
                    "gaussian_filter_snoop", ""});
}

}  // namespace lanefold
