// SPDX-License-Identifier: Apache-2.0
// Looks for the system's Python.
#include "base/python.h"

#include <unistd.h>

#include <cstdlib>

namespace lanefold {

std::string python_interpreter() {
  const char* chosen = std::getenv("LANEFOLD_PYTHON");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  const std::string debian = "/usr/bin/python3";
  return access(debian.c_str(), X_OK) == 0 ? debian : "python3";
}

}  // namespace lanefold
