// SPDX-License-Identifier: Apache-2.0
// Bril from a file of either form.
#pragma once

#include <string>
#include <string_view>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// JSON if it begins with a brace or bracket, else text; checked. Throws Error(Program).
Program read(std::string_view content, const std::string& file);

}  // namespace lanefold::bril
