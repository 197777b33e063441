// SPDX-License-Identifier: Apache-2.0
// JSON as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace lanefold::bril {

/// Whose keys are in alphabetic order.
using SortedJson = nlohmann::json;

/// As Python's module writes it for Bril's tools: keys in alphabetic order, indented by two spaces,
/// in ASCII, and numbers that are not whole as shortest() has them.
std::string written(const SortedJson& json);

}  // namespace lanefold::bril
