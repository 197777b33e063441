// SPDX-License-Identifier: Apache-2.0
// Completes the kernel table by the sizes and offsets that LLVM computed.
#include "host/compiler/layout_table.h"

#include <gelf.h>
#include <libelf.h>

#include <cstring>
#include <memory>
#include <string_view>

#include "host/compiler/entry_stub.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// The 32-bit words of a section of an ELF object, or none if there is no such section.
std::vector<std::uint32_t> section_words(std::string& object, std::string_view wanted) {
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_memory(object.data(), object.size()), elf_end);
  std::size_t names = 0;
  if (elf == nullptr || elf_getshdrstrndx(elf.get(), &names) != 0) return {};
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* name = elf_strptr(elf.get(), names, header.sh_name);
    if (name == nullptr || name != wanted) continue;
    const Elf_Data* data = elf_rawdata(section, nullptr);
    if (data == nullptr) return {};
    std::vector<std::uint32_t> words(data->d_size / sizeof(std::uint32_t));
    if (!words.empty()) {
      std::memcpy(words.data(), data->d_buf, words.size() * sizeof(std::uint32_t));
    }
    return words;
  }
  return {};
}

}  // namespace

std::vector<KernelInfo> kernel_infos(const std::vector<IrKernel>& kernels, std::string object) {
  const std::vector<std::uint32_t> words = section_words(object, ".lanefold.layout");
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
    info.required_work_group_size = kernel.required_work_group_size;
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
