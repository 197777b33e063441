// SPDX-License-Identifier: Apache-2.0
// What came of a build, kept in the cache under all that went in, so that the same build needs no
// compiler. Included files are known after the first build only: the record lists them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/cache.h"
#include "compiler/front_end.h"

namespace lanefold {

/// A file that the build read, or would have read had it existed.
struct SeenFile {
  std::string path;
  std::string hash;  ///< of its content; empty: there is no such file
};

struct BuildRecord {
  std::string result;  ///< the key of what was built
  std::string log;
  std::vector<SeenFile> files;
};

/// Texts that may mean something else the next time.
bool is_volatile(std::string_view text);

/// The key of a build's record. Included files are left out, everything else is in.
std::string build_key(const SourceUnit& unit, const Tools& tools);

/// Nothing if there is no record, or if a file has changed, appeared or gone.
std::optional<BuildRecord> load_build(const CompilationCache& cache, const std::string& key);

/// Keeps a record, unless the build depends on more than text, for instance on the time, or a file
/// has changed since the front end's start.
void store_build(const CompilationCache& cache, const std::string& key, const SourceUnit& unit,
                 const FrontEndResult& front, BuildRecord record);

/// The files that a dependency file of clang names (make's syntax), without its target.
std::vector<std::string> named_files(const std::string& dependencies);

}  // namespace lanefold
