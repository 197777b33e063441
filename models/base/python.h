// SPDX-License-Identifier: Apache-2.0
// Which Python runs the scripts that come with the program.
#pragma once

#include <string>

namespace lanefold {

/// $LANEFOLD_PYTHON or, without it, the system's, which has Debian's packages; another `python3` on
/// the path may lack them. A path, or a name to be looked up.
std::string python_interpreter();

}  // namespace lanefold
