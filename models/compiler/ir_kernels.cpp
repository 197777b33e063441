// SPDX-License-Identifier: Apache-2.0
// Reads the kernels of a program from the textual LLVM IR of clang's front end.
#include "compiler/ir_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "compiler/ir_text.h"

namespace lanefold {
namespace {

constexpr std::string_view kKernelStart = " spir_kernel void @";

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

/// Kind of an argument that is passed as a pointer, from its type without typedefs; nothing if the
/// machine does not have the type.
std::optional<ArgumentKind> kind_of_pointer(ArgumentKind kind, std::string_view base_type) {
  constexpr std::array<std::string_view, 6> kImages = {"image1d_t",       "image1d_buffer_t",
                                                       "image1d_array_t", "image2d_t",
                                                       "image2d_array_t", "image3d_t"};
  if (base_type == "sampler_t") return ArgumentKind::Sampler;
  if (std::find(kImages.begin(), kImages.end(), base_type) != kImages.end()) {
    return ArgumentKind::Image;
  }
  return base_type.back() == '*' ? std::optional(kind) : std::nullopt;
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

/// The attributes of OpenCL 1.2 clause 6.7.2 and of cl_intel_required_subgroup_size as written in
/// the source.
std::string attribute_text(std::string_view line, const IrMetadata& metadata) {
  std::vector<std::string> attributes;
  const auto append_size = [&](const char* name) {
    std::string size;
    for (const std::string& part : attached(line, name, metadata)) {
      size += (size.empty() ? "" : ",") + part;
    }
    if (!size.empty()) attributes.push_back(std::string(name) + '(' + size + ')');
  };
  append_size("reqd_work_group_size");
  std::string_view hint = attached_node(line, "vec_type_hint", metadata);
  if (starts_with(hint, "!{") && hint.size() > 3) {
    const auto parts = split_list(hint.substr(2, hint.size() - 3));
    const std::string_view type = parts[0].substr(0, parts[0].rfind(' '));
    attributes.push_back("vec_type_hint(" + hinted_type(type, parts.back() == "i32 1") + ')');
  }
  append_size("work_group_size_hint");
  append_size("intel_reqd_sub_group_size");
  std::string text;
  for (const std::string& attribute : attributes) text += (text.empty() ? "" : " ") + attribute;
  return text;
}

/// Nothing, and a line of `warnings`, if the machine does not have the type of an argument.
std::optional<IrKernel> read_kernel(std::string_view line, const IrMetadata& metadata,
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
    const std::optional<ArgumentKind> kind = parameter.kind == ArgumentKind::Value
                                                 ? parameter.kind
                                                 : kind_of_pointer(parameter.kind, base_types[i]);
    if (!kind) {
      warnings += fmt::format(
          "warning: kernel {} is left out: argument {} ({}) has the type {}, which this machine "
          "does not have\n",
          kernel.name, i, parameter.name, parameter.type_name);
      return {};
    }
    parameter.kind = *kind;
    kernel.parameters.push_back(std::move(parameter));
  }
  const auto size = attached(line, "reqd_work_group_size", metadata);
  for (std::size_t i = 0; i < size.size() && i < 3; ++i) {
    kernel.required_work_group_size[i] = static_cast<std::uint32_t>(std::stoul(size[i]));
  }
  const auto sub_group = attached(line, "intel_reqd_sub_group_size", metadata);
  if (!sub_group.empty()) {
    kernel.required_sub_group_size = static_cast<std::uint32_t>(std::stoul(sub_group[0]));
  }
  return kernel;
}

bool defines_kernel(std::string_view line) {
  return starts_with(line, "define ") && line.find(kKernelStart) != std::string_view::npos &&
         line.find(kKernelStart) < line.find('(');
}

}  // namespace

IrKernels find_kernels(const std::string& ir) {
  const IrMetadata metadata = metadata_of(ir);
  IrKernels found;
  for_each_line(ir, [&](std::string_view line) {
    if (!defines_kernel(line)) return;
    auto kernel = read_kernel(line, metadata, found.warnings);
    if (kernel) found.kernels.push_back(std::move(*kernel));
  });
  return found;
}

}  // namespace lanefold
