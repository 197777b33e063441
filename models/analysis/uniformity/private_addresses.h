// SPDX-License-Identifier: Apache-2.0
// Which values may be addresses of private memory.
#pragma once

#include <vector>

#include "analysis/uniformity/program_values.h"

namespace lanefold {

/// By function and value; see ProgramValues::may_be_private.
std::vector<std::vector<bool>> find_private_addresses(const ProgramImage& image,
                                                      const ProgramValues& program);

}  // namespace lanefold
