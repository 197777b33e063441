// SPDX-License-Identifier: Apache-2.0
// A look for #include directives, whatever the conditions around them.
#include "compiler/included_files.h"

#include <cctype>
#include <set>

#include "base/text.h"
#include "compiler/build_record.h"
#include "compiler/cache.h"
#include "compiler/files.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

/// The text with each line that ends with a backslash joined to the next.
std::string joined_lines(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (starts_with(rest, "\\\n")) {
      ++i;
    } else if (starts_with(rest, "\\\r\n")) {
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text[0])) != 0) {
    text.remove_prefix(1);
  }
  return text;
}

/// A directive's text behind its "#"; empty for any other line.
std::string_view directive(std::string_view line) {
  line = without_blanks(line);
  for (const std::string_view start : {"#", "%:", "\?\?="}) {
    if (starts_with(line, start)) return without_blanks(line.substr(start.size()));
  }
  return {};
}

std::optional<IncludedName> name_in(std::string_view directive) {
  constexpr std::string_view kInclude = "include";
  if (!starts_with(directive, kInclude)) return std::nullopt;
  const std::string_view rest = without_blanks(directive.substr(kInclude.size()));
  if (rest.empty() || (rest[0] != '"' && rest[0] != '<')) return std::nullopt;
  const std::size_t end = rest.find(rest[0] == '"' ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return IncludedName{std::string(rest.substr(1, end - 1)), rest[0] == '"'};
}

}  // namespace

std::optional<std::vector<IncludedName>> included_names(std::string_view text) {
  std::vector<IncludedName> names;
  const std::string whole = joined_lines(text);
  for (const std::string& line : split(whole, '\n')) {
    const std::string_view found = directive(line);
    const bool includes = found.find("include") != std::string_view::npos ||
                          found.find("import") != std::string_view::npos;
    if (!includes) continue;
    auto name = name_in(found);
    if (!name) return std::nullopt;
    names.push_back(*std::move(name));
  }
  return names;
}

std::optional<std::string> identity_of_includes(const std::vector<std::string_view>& texts,
                                                const std::vector<fs::path>& folders) {
  struct Unit {
    std::string text;
    std::optional<fs::path> folder;
  };
  std::vector<Unit> units;
  units.reserve(texts.size());
  for (const std::string_view text : texts) units.push_back({std::string(text), std::nullopt});
  std::vector<std::string> parts;
  std::set<std::string> seen;
  while (!units.empty()) {
    const Unit unit = std::move(units.back());
    units.pop_back();
    const auto names = included_names(unit.text);
    if (!names || is_volatile(unit.text)) return std::nullopt;
    for (const IncludedName& included : *names) {
      std::vector<fs::path> places = folders;
      if (included.quoted && unit.folder) places.push_back(*unit.folder);
      for (const fs::path& place : places) {
        const fs::path path = place / included.name;
        if (!seen.insert(path.string()).second) continue;
        auto content = read_file(path);
        parts.push_back(path.string());
        parts.push_back(content ? content_hash(*content) : "");
        if (content) units.push_back({*std::move(content), path.parent_path()});
      }
    }
  }
  return with_lengths(parts);
}

}  // namespace lanefold
