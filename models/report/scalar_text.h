// SPDX-License-Identifier: Apache-2.0
// What scalar execution costs a core, for people.
#pragma once

#include <string>

#include "lanefold/core_config.h"

namespace lanefold {

/// Also of programs with doubles, whose float registers have rows of 64 bits. Empty without
/// core.scalar.
std::string scalar_storage_text(const CoreConfig& core);

}  // namespace lanefold
