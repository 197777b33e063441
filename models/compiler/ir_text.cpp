// SPDX-License-Identifier: Apache-2.0
// Takes lines of textual LLVM IR apart.
#include "compiler/ir_text.h"

#include <cctype>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {

void not_understood(std::string_view what) {
  throw Error(ErrorKind::Compiler, "cannot understand the intermediate code of the compiler at '" +
                                       std::string(what.substr(0, 200)) +
                                       "'; clang 19 is the version that is supported");
}

std::string unescape(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size() && std::isxdigit(text[i + 1]) != 0) {
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::size_t after_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (std::string_view("([{<").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(")]}>").find(c) != std::string_view::npos && --depth == 0) return i + 1;
  }
  not_understood(text);
}

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (std::string_view("([{<").find(text[i]) != std::string_view::npos) {
      i = after_bracket(text, i) - 1;
    } else if (text[i] == ',') {
      parts.push_back(text.substr(start, i - start));
      start = text.find_first_not_of(' ', i + 1);
    }
  }
  if (start < text.size()) parts.push_back(text.substr(start));
  return parts;
}

IrMetadata metadata_of(std::string_view ir) {
  IrMetadata metadata;
  for_each_line(ir, [&](std::string_view line) {
    const std::size_t equals = line.find(" = ");
    if (starts_with(line, "!") && equals != std::string_view::npos) {
      metadata.emplace(line.substr(0, equals), line.substr(equals + 3));
    }
  });
  return metadata;
}

std::string_view attached_node(std::string_view definition, std::string_view key,
                               const IrMetadata& metadata) {
  const std::string start = " !" + std::string(key) + " !";
  const std::size_t at = definition.find(start);
  if (at == std::string_view::npos) return {};
  const std::size_t name = at + start.size() - 1;
  const auto node = metadata.find(std::string(
      definition.substr(name, definition.find_first_not_of("0123456789", name + 1) - name)));
  if (node == metadata.end()) not_understood(definition.substr(at));
  return node->second;
}

std::vector<std::string> attached(std::string_view definition, std::string_view key,
                                  const IrMetadata& metadata) {
  std::string_view list = attached_node(definition, key, metadata);
  if (list.empty()) return {};
  if (!starts_with(list, "!{")) not_understood(list);
  list.remove_prefix(2);
  list.remove_suffix(1);
  std::vector<std::string> elements;
  for (std::string_view part : split_list(list)) {
    if (starts_with(part, "!\"")) {
      elements.push_back(unescape(part.substr(2, part.size() - 3)));
    } else {
      elements.emplace_back(part.substr(part.find(' ') + 1));
    }
  }
  return elements;
}

}  // namespace lanefold
