// SPDX-License-Identifier: Apache-2.0
// Completes the kernel table by the sizes and offsets that LLVM computed.
#include "compiler/layout_table.h"

#include <cstring>

#include "compiler/entry_stub.h"
#include "compiler/object_file.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// The 32-bit words of the layout section.
std::vector<std::uint32_t> layout_words(const std::string& object) {
  const std::string bytes = object_section(object, ".lanefold.layout").value_or("");
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof words[0]);
  return words;
}

}  // namespace

std::vector<KernelInfo> kernel_infos(const std::vector<IrKernel>& kernels,
                                     const std::string& object) {
  const std::vector<std::uint32_t> words = layout_words(object);
  std::size_t expected = kernels.size();
  for (const IrKernel& kernel : kernels) expected += 2 * kernel.parameters.size();
  if (words.size() != expected) {
    throw Error(ErrorKind::Compiler,
                "the compiler wrote no usable argument layout; clang 19 is the version supported");
  }
  std::size_t next = 0;
  std::vector<KernelInfo> infos;
  for (const IrKernel& kernel : kernels) {
    KernelInfo info;
    info.name = kernel.name;
    info.entry_symbol = entry_symbol(kernel.name);
    info.attributes = kernel.attribute_text;
    info.required_work_group_size = kernel.required_work_group_size;
    info.required_sub_group_size = kernel.required_sub_group_size;
    info.argument_bytes = words[next++];
    for (const IrParameter& parameter : kernel.parameters) {
      KernelArgument argument;
      argument.name = parameter.name;
      argument.type_name = parameter.type_name;
      argument.kind = parameter.kind;
      argument.access = parameter.access;
      argument.offset = words[next++];
      argument.size = words[next++];
      info.arguments.push_back(std::move(argument));
    }
    infos.push_back(std::move(info));
  }
  return infos;
}

}  // namespace lanefold
