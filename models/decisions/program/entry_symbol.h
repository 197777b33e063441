// SPDX-License-Identifier: Apache-2.0
// How the code in which threads of a kernel start is told from functions of the source.
#pragma once

#include <string_view>

namespace lanefold {

/// The symbol of that code is the kernel's name behind this.
constexpr std::string_view kEntryPrefix = "__lanefold_entry_";

}  // namespace lanefold
