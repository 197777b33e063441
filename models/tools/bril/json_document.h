// SPDX-License-Identifier: Apache-2.0
// JSON as values, before it is Bril.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lanefold::bril {

using Json = nlohmann::ordered_json;

/// Throws Error(Program) with line and column for text that is no JSON and for an object that has a
/// key twice, and without them for JSON that nests deeper than a Bril program.
Json read_json(std::string_view text, const std::string& file);

}  // namespace lanefold::bril
