// SPDX-License-Identifier: Apache-2.0
// The syntax of textual LLVM IR: lines, brackets, lists and the metadata of definitions.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

using IrMetadata = std::map<std::string, std::string_view>;  // "!17" -> "!{…}" or "!DI…(…)"

/// Calls `visit` with each line, without its end.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

/// Throws Error(Compiler) for IR that is not of the form that clang 19 writes.
[[noreturn]] void not_understood(std::string_view what);

/// Undoes the IR's escapes: a backslash and two hexadecimal digits.
std::string unescape(std::string_view text);

/// Position after the bracket that closes the one at `open`, of whatever shape; quotes are opaque.
std::size_t after_bracket(std::string_view text, std::size_t open);

/// The parts between commas that are outside all brackets and quotes.
std::vector<std::string_view> split_list(std::string_view text);

/// All nodes of a module, whose text they refer to.
IrMetadata metadata_of(std::string_view ir);

/// The metadata node attached to a definition, for instance by `!kernel_arg_type !17`, or empty.
std::string_view attached_node(std::string_view definition, std::string_view key,
                               const IrMetadata& metadata);

/// The elements of an attached list.
std::vector<std::string> attached(std::string_view definition, std::string_view key,
                                  const IrMetadata& metadata);

}  // namespace lanefold
