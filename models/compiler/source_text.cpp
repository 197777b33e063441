// SPDX-License-Identifier: Apache-2.0
#include "compiler/source_text.h"

#include <algorithm>
#include <regex>
#include <system_error>

#include "base/output_file.h"
#include "lanefold/error.h"

namespace lanefold {

namespace fs = std::filesystem;

std::string_view plain_text(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  return text;
}

std::string without_known_pragmas(std::string text) {
  static const std::regex kPragma(
      "(^|\n)[ \\t]*#[ \\t]*pragma[ \\t]+OPENCL[ \\t]+EXTENSION[ \\t]+"
      "(cl_khr_subgroups|cl_intel_required_subgroup_size)[ \\t]*:[^\\n]*");
  if (text.find("subgroup") == std::string::npos) return text;
  return std::regex_replace(text, kPragma, "$1");
}

std::string marked_source(std::string_view text, const std::string& file_name) {
  std::string name;
  for (const char c : file_name) {
    if (c == '"' || c == '\\') name += '\\';
    name += c == '\n' ? ' ' : c;
  }
  return ("# 1 \"" + name + "\"\n").append(plain_text(text)) + "\n";
}

void write_headers(const std::vector<SourceHeader>& headers, const fs::path& folder) {
  fs::create_directories(folder);
  for (const SourceHeader& header : headers) {
    const fs::path name(header.name);
    const bool leaves = std::find(name.begin(), name.end(), "..") != name.end();
    if (!name.has_filename() || name.is_absolute() || leaves || name.filename() == "." ||
        header.name.find('\0') != std::string::npos) {
      throw Error(ErrorKind::Compiler, "header name '" + header.name +
                                           "' is not valid; a relative path without '..' is");
    }
    std::error_code failure;
    fs::create_directories((folder / name).parent_path(), failure);
    write_file(folder / name, plain_text(header.text));
  }
}

}  // namespace lanefold
