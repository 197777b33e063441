// SPDX-License-Identifier: Apache-2.0
// Where the project's data is, searched with the places given: data_directory() without the
// surroundings.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

/// The first of the places that is a directory; throws Error(File) naming all of them.
std::string first_directory(const std::string& what, const std::vector<std::string>& places);

}  // namespace lanefold
