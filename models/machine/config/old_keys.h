// SPDX-License-Identifier: Apache-2.0
// Keys of parameters that have moved: they are read for one version, with a note.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// The key that has taken the place of an old one; any other key is returned as it is.
std::string current_key(std::string_view key);

/// Whether it has moved.
bool is_old_key(std::string_view key);

/// Throws Error(Configuration), with `where` before the sentence, if `keys` has both names of a
/// parameter.
void refuse_two_names(const std::vector<std::string>& keys, const std::string& where);

/// For each old key among `keys`, once: "core.scalar is now core.scalar.execution; the old name is
/// read in this version only".
std::vector<std::string> notes_of_old_keys(const std::vector<std::string>& keys);

}  // namespace lanefold
