// SPDX-License-Identifier: Apache-2.0
// Compiled code, kept on disk under a hash of everything that it was made from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// A hash that is fit for a file name: XXH3-128 of the text, as 32 hexadecimal digits.
std::string content_hash(std::string_view text);

/// Each part with its length, so that no two lists give the same text.
std::string with_lengths(const std::vector<std::string>& parts);

/// Where compiled code is kept when the user names no folder. Without a home it is a folder among
/// the temporary ones, made here; empty if others could write to that one.
std::filesystem::path default_cache_directory();

/// Entries carry a hash of their own content, so a damaged one counts as absent. Entries appear
/// at once (by renaming), so several processes can share a folder. A folder that cannot be written
/// makes a cache that never has anything.
class CompilationCache {
 public:
  /// An empty path takes the default folder; if that is empty, too, the cache never has anything.
  explicit CompilationCache(std::filesystem::path directory);

  std::optional<std::string> load(const std::string& key) const;
  void store(const std::string& key, std::string_view content) const;

 private:
  std::filesystem::path entry(const std::string& key) const;

  std::filesystem::path directory_;
};

}  // namespace lanefold
