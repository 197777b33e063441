// SPDX-License-Identifier: Apache-2.0
// Where warnings go.
#include "decisions/execute/overrun_warnings.h"

#include <cstdio>

namespace lanefold {

void OverrunWarnings::report(const std::string& sentence) const {
  if (receiver_) return receiver_(sentence);
  std::fflush(stdout);
  std::fprintf(stderr, "lanefold: warning: %s\n", sentence.c_str());
}

}  // namespace lanefold
