// SPDX-License-Identifier: Apache-2.0
// What came of a build, kept in the cache under all that went in.
#include "compiler/build_record.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "compiler/device_library.h"
#include "compiler/files.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string hash_of(const std::string& path) {
  const auto content = read_file(path);
  return content ? content_hash(*content) : std::string();
}

bool is_unchanged(const SeenFile& file) { return hash_of(file.path) == file.hash; }

/// Whether the file is still what the front end has read, or has not found.
bool is_as_read(const std::string& path, const FrontEndResult& front) {
  if (const auto change = last_change(path)) return *change < front.start;
  const auto& included = front.included;
  return std::find(included.begin(), included.end(), path) == included.end();
}

/// Where a file of this name would be found instead: for each included file, its name below every
/// folder in which clang has looked for any.
std::set<std::string> candidates(const std::vector<std::string>& included,
                                 const std::vector<std::string>& search_folders) {
  std::set<std::string> folders(search_folders.begin(), search_folders.end());
  for (const std::string& file : included) folders.insert(fs::path(file).parent_path().string());
  std::set<std::string> paths(included.begin(), included.end());
  for (const std::string& file : included) {
    for (const std::string& folder : folders) {
      const std::string start = folder + '/';
      if (file.compare(0, start.size(), start) != 0) continue;
      const std::string name = file.substr(start.size());
      for (const std::string& other : folders) paths.insert(other + '/' + name);
    }
  }
  return paths;
}

}  // namespace

bool is_volatile(std::string_view text) {
  constexpr std::string_view kWords[] = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_include",
                                         "embed"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

std::vector<std::string> named_files(const std::string& dependencies) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < dependencies.size(); ++i) {
    const char c = dependencies[i];
    const char next = i + 1 < dependencies.size() ? dependencies[i + 1] : '\0';
    const bool escapes =
        (c == '\\' && (next == ' ' || next == '#' || next == '\\')) || (c == '$' && next == '$');
    if (escapes) {
      words.back() += dependencies[++i];
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  if (!words.empty()) words.erase(words.begin());  // the target
  return words;
}

std::string build_key(const SourceUnit& unit, const Tools& tools) {
  const CompileOptions& options = unit.options;
  std::vector<std::string> parts = {
      driver_version(),
      device_library_hash(tools, false),
      unit.whole_program ? "program" : "object",
      options.double_precision ? std::to_string(*options.double_precision) : "",
      with_lengths(environment_of_folders()),
      unit.file_name,
      unit.text,
      with_lengths(options.user_options)};
  for (const SourceHeader& header : options.headers) {
    parts.push_back(header.name);
    parts.push_back(header.text);
  }
  std::error_code ignored;
  if (!options.headers.empty()) parts.push_back(fs::current_path(ignored).string());
  return "build-" + content_hash(with_lengths(parts));
}

std::optional<BuildRecord> load_build(const CompilationCache& cache, const std::string& key) {
  const auto content = cache.load(key);
  if (!content) return std::nullopt;
  const Json object = Json::from_cbor(*content);
  BuildRecord record{object.at("result"), object.at("log"), {}};
  for (const Json& file : object.at("files")) record.files.push_back({file.at(0), file.at(1)});
  if (!std::all_of(record.files.begin(), record.files.end(), is_unchanged)) return std::nullopt;
  return record;
}

void store_build(const CompilationCache& cache, const std::string& key, const SourceUnit& unit,
                 const FrontEndResult& front, BuildRecord record) {
  if (is_volatile(unit.text) || is_volatile(with_lengths(unit.options.user_options))) return;
  for (const SourceHeader& header : unit.options.headers) {
    if (is_volatile(header.text)) return;
  }
  Json files = Json::array();
  for (const std::string& path : candidates(front.included, front.search_folders)) {
    // Headers that came as text are in the key.
    if (!unit.options.headers.empty() && fs::path(path).is_relative()) continue;
    const auto content = read_file(path);
    if (!is_as_read(path, front) || (content && is_volatile(*content))) return;
    files.push_back({path, content ? content_hash(*content) : ""});
  }
  // Binary, for a log quotes the user's source, which may be any bytes.
  const Json object = {{"result", record.result}, {"log", record.log}, {"files", files}};
  const std::vector<std::uint8_t> bytes = Json::to_cbor(object);
  cache.store(key, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace lanefold
