// SPDX-License-Identifier: Apache-2.0
// Reads the kernels of a program from the textual LLVM IR of clang's front end.
#include "host/compiler/ir_kernels.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "common/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr std::string_view kKernelStart = " spir_kernel void @";

using Metadata = std::map<std::string, std::string_view>;  // "!17" -> "!{…}" or "!DI…(…)"

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

[[noreturn]] void not_understood(std::string_view what) {
  throw Error(ErrorKind::Compiler, "cannot understand the intermediate code of the compiler at '" +
                                       std::string(what.substr(0, 200)) +
                                       "'; clang 19 is the version that is supported");
}

/// Undoes the IR's escapes: a backslash and two hexadecimal digits.
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

/// Position after the bracket that closes the one at `open`, of whatever shape; quotes are opaque.
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

/// The parts between commas that are outside all brackets and quotes.
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

/// The metadata node attached to a definition, for instance by `!kernel_arg_type !17`, or empty.
std::string_view attached_node(std::string_view definition, std::string_view key,
                               const Metadata& metadata) {
  const std::string start = " !" + std::string(key) + " !";
  const std::size_t at = definition.find(start);
  if (at == std::string_view::npos) return {};
  const std::size_t name = at + start.size() - 1;
  const auto node = metadata.find(std::string(
      definition.substr(name, definition.find_first_not_of("0123456789", name + 1) - name)));
  if (node == metadata.end()) not_understood(definition.substr(at));
  return node->second;
}

/// The elements of an attached list.
std::vector<std::string> attached(std::string_view definition, std::string_view key,
                                  const Metadata& metadata) {
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

/// Type, kind and passing from the IR's parameter, for instance "ptr addrspace(1) noundef align 4".
void read_passing(std::string_view text, IrParameter& parameter) {
  if (const std::size_t byval = text.find(" byval("); byval != std::string_view::npos) {
    const std::size_t end = after_bracket(text, byval + 6);
    parameter.ir_type = text.substr(byval + 7, end - byval - 8);
    parameter.passing = text.substr(byval + 1, text.rfind(' ') - byval - 1);
    return;
  }
  if (starts_with(text, "ptr")) {
    parameter.ir_type = text.substr(0, text.find(')') + 1);
    if (parameter.ir_type == "ptr addrspace(1)") parameter.kind = ArgumentKind::Global;
    if (parameter.ir_type == "ptr addrspace(2)") parameter.kind = ArgumentKind::Constant;
    if (parameter.ir_type == "ptr addrspace(3)") parameter.kind = ArgumentKind::Local;
    if (parameter.kind == ArgumentKind::Value) not_understood(text);
    return;
  }
  const bool bracketed = text.find_first_of("<[{") == 0;
  parameter.ir_type = text.substr(0, bracketed ? after_bracket(text, 0) : text.find(' '));
}

std::string join_qualifiers(const std::string& access, const std::string& type) {
  if (access.empty() || access == "none") return type;
  return type.empty() ? access : access + ' ' + type;
}

/// OpenCL's name of the type in a hint, from its IR type and the flag of signed integers.
std::string hinted_type(std::string_view ir_type, bool is_signed) {
  std::string width;
  if (starts_with(ir_type, "<")) {
    const std::size_t times = ir_type.find(" x ");
    if (times == std::string_view::npos) not_understood(ir_type);
    width = ir_type.substr(1, times - 1);
    ir_type = ir_type.substr(times + 3, ir_type.find('>') - times - 3);
  }
  constexpr std::pair<std::string_view, const char*> kIntegers[] = {
      {"i8", "char"}, {"i16", "short"}, {"i32", "int"}, {"i64", "long"}};
  for (const auto& [name, type] : kIntegers) {
    if (ir_type == name) return (is_signed ? "" : "u") + std::string(type) + width;
  }
  return std::string(ir_type) + width;
}

/// The attributes of OpenCL 1.2 clause 6.7.2 as written in the source.
std::string attribute_text(std::string_view line, const Metadata& metadata) {
  std::vector<std::string> attributes;
  const auto append_size = [&](const char* name) {
    const auto size = attached(line, name, metadata);
    if (size.size() != 3) return;
    attributes.push_back(std::string(name) + '(' + size[0] + ',' + size[1] + ',' + size[2] + ')');
  };
  append_size("reqd_work_group_size");
  std::string_view hint = attached_node(line, "vec_type_hint", metadata);
  if (starts_with(hint, "!{") && hint.size() > 3) {
    const auto parts = split_list(hint.substr(2, hint.size() - 3));
    const std::string_view type = parts[0].substr(0, parts[0].rfind(' '));
    attributes.push_back("vec_type_hint(" + hinted_type(type, parts.back() == "i32 1") + ')');
  }
  append_size("work_group_size_hint");
  std::string text;
  for (const std::string& attribute : attributes) text += (text.empty() ? "" : " ") + attribute;
  return text;
}

/// Nothing, and a line of `warnings`, if the machine does not have the type of an argument.
std::optional<IrKernel> read_kernel(std::string_view line, const Metadata& metadata,
                                    std::string& warnings) {
  IrKernel kernel;
  std::size_t name = line.find(kKernelStart) + kKernelStart.size();
  const bool quoted = line[name] == '"';
  if (quoted) ++name;
  const std::size_t name_end = line.find(quoted ? '"' : '(', name);
  kernel.ir_name = line.substr(name, name_end - name);
  kernel.name = unescape(kernel.ir_name);

  const std::size_t open = line.find('(', name_end);
  const std::size_t close = after_bracket(line, open);
  const auto texts = split_list(line.substr(open + 1, close - open - 2));
  const std::size_t group = line.find('#', close);
  if (group == std::string_view::npos) not_understood(line);
  kernel.attributes = line.substr(group, line.find(' ', group) - group);

  kernel.attribute_text = attribute_text(line, metadata);
  kernel.subprogram = attached_node(line, "dbg", metadata);

  const auto names = attached(line, "kernel_arg_name", metadata);
  const auto types = attached(line, "kernel_arg_type", metadata);
  const auto base_types = attached(line, "kernel_arg_base_type", metadata);
  const auto access = attached(line, "kernel_arg_access_qual", metadata);
  const auto qualifiers = attached(line, "kernel_arg_type_qual", metadata);
  for (const auto& list : {names, types, base_types, access, qualifiers}) {
    if (list.size() != texts.size()) not_understood(line);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    IrParameter parameter;
    parameter.name = names[i];
    parameter.type_name = types[i];
    parameter.access = join_qualifiers(access[i], qualifiers[i]);
    read_passing(texts[i], parameter);
    if (parameter.kind != ArgumentKind::Value && base_types[i].back() != '*') {
      warnings += fmt::format(
          "warning: kernel {} is left out: argument {} ({}) has the type {}, which this machine "
          "does not have\n",
          kernel.name, i, parameter.name, parameter.type_name);
      return {};
    }
    kernel.parameters.push_back(std::move(parameter));
  }
  const auto size = attached(line, "reqd_work_group_size", metadata);
  for (std::size_t i = 0; i < size.size() && i < 3; ++i) {
    kernel.required_work_group_size[i] = static_cast<std::uint32_t>(std::stoul(size[i]));
  }
  return kernel;
}

bool defines_kernel(std::string_view line) {
  return starts_with(line, "define ") && line.find(kKernelStart) != std::string_view::npos &&
         line.find(kKernelStart) < line.find('(');
}

}  // namespace

IrKernels find_kernels(const std::string& ir) {
  Metadata metadata;
  for_each_line(ir, [&](std::string_view line) {
    const std::size_t equals = line.find(" = ");
    if (starts_with(line, "!") && equals != std::string_view::npos) {
      metadata.emplace(line.substr(0, equals), line.substr(equals + 3));
    }
  });
  IrKernels found;
  for_each_line(ir, [&](std::string_view line) {
    if (!defines_kernel(line)) return;
    auto kernel = read_kernel(line, metadata, found.warnings);
    if (kernel) found.kernels.push_back(std::move(*kernel));
  });
  return found;
}

std::string with_own_linkage(const std::string& ir, bool whole_program) {
  std::string result;
  result.reserve(ir.size());
  for_each_line(ir, [&](std::string_view line) {
    const auto replace = [&](std::string_view start, std::string_view by) {
      if (!starts_with(line, start)) return;
      result += by;
      line.remove_prefix(start.size());
    };
    replace("define available_externally ", "define linkonce_odr ");
    if (whole_program) replace("define dso_local spir_kernel ", "define internal spir_kernel ");
    result += line;
    result += '\n';
  });
  return result;
}

bool defines_function(const std::string& ir, std::string_view name) {
  bool found = false;
  const std::string start = " @" + std::string(name) + '(';
  for_each_line(ir, [&](std::string_view line) {
    if (starts_with(line, "define ") && line.find(start) < line.find('(')) found = true;
  });
  return found;
}

bool same_code(const std::string& ir, const std::string& other) {
  const auto code_of = [](std::string_view text) {
    std::vector<std::string_view> lines;
    for_each_line(text, [&](std::string_view line) {
      if (!starts_with(line, "attributes ") && !starts_with(line, "!")) lines.push_back(line);
    });
    return lines;
  };
  return code_of(ir) == code_of(other);
}

bool uses_double(const std::string& ir) {
  bool found = false;
  for_each_line(ir, [&](std::string_view line) {
    if (found || starts_with(line, "!") || starts_with(line, ";")) return;
    for (std::size_t at = line.find("double"); at != std::string_view::npos;
         at = line.find("double", at + 1)) {
      const auto part_of_name = [&](std::size_t i) {
        return i < line.size() && (std::isalnum(line[i]) != 0 || line[i] == '_' || line[i] == '.');
      };
      if ((at == 0 || !part_of_name(at - 1)) && !part_of_name(at + 6)) found = true;
    }
  });
  return found;
}

}  // namespace lanefold
