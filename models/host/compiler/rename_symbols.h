// SPDX-License-Identifier: Apache-2.0
// Keeps the user's names apart from those that LLVM's code generator and the device library use.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lanefold {

/// Textual LLVM IR with every global name (without '@' and quotes) replaced by `new_name` of it.
std::string rename_symbols(std::string_view ir,
                           const std::function<std::string(std::string_view)>& new_name);

}  // namespace lanefold
