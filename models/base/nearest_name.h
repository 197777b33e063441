// SPDX-License-Identifier: Apache-2.0
// What the user may have meant: the valid name nearest to a mistyped one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// Insertions, deletions, substitutions and swaps of neighbours that turn one name into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to what was given, whatever its case, or an empty string when none is near
/// enough to be a slip. For dotted names, a candidate whose last part was given counts as near.
std::string nearest_name(std::string_view as_given, const std::vector<std::string>& candidates);

/// The end of an error sentence: "; did you mean 'scc'?" or, when no name is near,
/// "; valid: none, ivb, bcc, scc" (a long list is cut short).
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace lanefold
