// SPDX-License-Identifier: Apache-2.0
// What `lanefold list --json` prints.
#pragma once

#include <string>

namespace lanefold {

/// An object with one array of that name.
std::string list_json(const std::string& what);

}  // namespace lanefold
