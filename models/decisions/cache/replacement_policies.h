// SPDX-License-Identifier: Apache-2.0
// The replacement policies that the factory knows, one per file.
#pragma once

#include <memory>

#include "decisions/cache/replacement.h"

namespace lanefold {

std::unique_ptr<Replacement> make_lru_replacement();
std::unique_ptr<Replacement> make_random_replacement();

}  // namespace lanefold
