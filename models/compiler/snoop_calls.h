// SPDX-License-Identifier: Apache-2.0
// load_snoop for clang's front end, which does not know it: declarations, and what is wrong with
// calls that fit none of them.
#pragma once

#include <string>
#include <string_view>

namespace lanefold {

/// To stand before the source, with a line marker of their own.
extern const std::string_view kSnoopDeclarations;

/// Clang's messages, in which each error of a call of load_snoop is one sentence with what would be
/// valid, instead of a note for each declaration. All others stay as they are.
std::string explain_snoop_calls(std::string_view messages);

}  // namespace lanefold
