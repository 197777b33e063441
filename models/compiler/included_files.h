// SPDX-License-Identifier: Apache-2.0
// The files that a source may include, for compilers that do not name them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// What #include directives name, in order; `quoted` also looks beside the file. Nothing if one of
/// them cannot be understood without a preprocessor.
struct IncludedName {
  std::string name;
  bool quoted;
};
std::optional<std::vector<IncludedName>> included_names(std::string_view text);

/// A text that changes whenever one of the files does that `texts`, which are in no folder of their
/// own, may include from `folders`, or when one appears or goes. Nothing if that cannot be known.
std::optional<std::string> identity_of_includes(const std::vector<std::string_view>& texts,
                                                const std::vector<std::filesystem::path>& folders);

}  // namespace lanefold
