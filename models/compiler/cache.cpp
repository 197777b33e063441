// SPDX-License-Identifier: Apache-2.0
// Compiled code, kept on disk under a hash of everything that it was made from.
#include "compiler/cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <atomic>
#include <cstdlib>
#include <system_error>

#include "base/output_file.h"
#include "compiler/files.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr std::string_view kMagic = "lanefold-cache-2 ";

std::string header_of(std::string_view content) {
  return std::string(kMagic) + content_hash(content) + '\n';
}

std::filesystem::path from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

/// Makes the folder for us alone. One that is there may be another's, who knows its name: false
/// unless only we can write to it.
bool make_private(const std::filesystem::path& folder) {
  if (mkdir(folder.c_str(), S_IRWXU) == 0) return true;
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// No two writers ever share a temporary name.
std::string unique_suffix() {
  static std::atomic<unsigned> counter{0};
  return '.' + std::to_string(getpid()) + '.' + std::to_string(counter++);
}

}  // namespace

std::string content_hash(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string with_lengths(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += std::to_string(part.size()) + ':' + part;
  return text;
}

std::filesystem::path default_cache_directory() {
  if (auto own = from_environment("LANEFOLD_CACHE_DIR"); !own.empty()) return own;
  if (auto shared = from_environment("XDG_CACHE_HOME"); !shared.empty()) return shared / "lanefold";
  if (auto home = from_environment("HOME"); !home.empty()) return home / ".cache" / "lanefold";
  std::error_code failure;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(failure);
  const std::filesystem::path folder =
      (failure ? "/tmp" : temporary) / ("lanefold-cache-" + std::to_string(geteuid()));
  return make_private(folder) ? folder : std::filesystem::path();
}

CompilationCache::CompilationCache(std::filesystem::path directory)
    : directory_(directory.empty() ? default_cache_directory() : std::move(directory)) {
  std::error_code ignored;
  if (!directory_.empty()) std::filesystem::create_directories(directory_, ignored);
}

std::filesystem::path CompilationCache::entry(const std::string& key) const {
  return directory_ / key;
}

std::optional<std::string> CompilationCache::load(const std::string& key) const {
  if (directory_.empty()) return std::nullopt;
  std::optional<std::string> file = read_file(entry(key));
  if (!file) return std::nullopt;
  const std::size_t header = file->find('\n') + 1;
  const std::string_view content = std::string_view(*file).substr(header);
  if (file->compare(0, header, header_of(content)) != 0) return std::nullopt;
  file->erase(0, header);
  return file;
}

void CompilationCache::store(const std::string& key, std::string_view content) const {
  if (directory_.empty()) return;
  std::filesystem::path temporary = entry(key);
  temporary += unique_suffix();
  std::error_code failure;
  try {
    write_file(temporary, header_of(content).append(content));
    std::filesystem::rename(temporary, entry(key), failure);
  } catch (const Error&) {
    failure = std::make_error_code(std::errc::io_error);
  }
  if (failure) std::filesystem::remove(temporary, failure);
}

}  // namespace lanefold
