// SPDX-License-Identifier: Apache-2.0
// What tells programs apart whose names may be the same.
#pragma once

#include <cstddef>
#include <vector>

namespace lanefold {

/// By the content of a program's file (Program::file).
std::size_t hash_of_program(const std::vector<std::byte>& file);

}  // namespace lanefold
