// SPDX-License-Identifier: Apache-2.0
// What the driver has to say to people: one sentence on standard error.
#pragma once

#include <cstdio>
#include <string>

namespace lanefold::icd {

inline void print_message(const std::string& sentence) {
  std::fflush(stdout);
  std::fprintf(stderr, "lanefold: %s\n", sentence.c_str());
}

}  // namespace lanefold::icd
