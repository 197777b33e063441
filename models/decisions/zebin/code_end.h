// SPDX-License-Identifier: Apache-2.0
// Where a kernel's code ends and its padding begins.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace lanefold::gen8 {

/// Bytes of code before the zeros that pad its section, or nothing if no instruction of it ends
/// the thread. Functions that are called come behind the instruction that does.
std::optional<std::size_t> code_bytes(const std::vector<std::byte>& section);

}  // namespace lanefold::gen8
