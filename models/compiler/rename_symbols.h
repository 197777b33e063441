// SPDX-License-Identifier: Apache-2.0
// Keeps the user's names apart from those that LLVM's code generator and the device library use.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lanefold {

/// What a name of the user's gets in front that is also a routine's of the device library.
constexpr std::string_view kUserPrefix = "__lanefold_user_";

/// Textual LLVM IR with every global name (without '@' and quotes) replaced by `new_name` of it.
std::string rename_symbols(std::string_view ir,
                           const std::function<std::string(std::string_view)>& new_name);

}  // namespace lanefold
