// SPDX-License-Identifier: Apache-2.0
// The processor time of this process, by which `lanefold bench` measures.
#pragma once

#include <ctime>

namespace lanefold {

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace lanefold
