// SPDX-License-Identifier: Apache-2.0
// Curves as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "lanefold/curves.h"

namespace lanefold {

/// Changes whenever a name or a meaning changes.
constexpr const char* kCurvesSchema = "lanefold.curves/1";

/// docs/reference/profile.md explains every name.
nlohmann::ordered_json curves_json(const Curves& curves);

}  // namespace lanefold
