// SPDX-License-Identifier: Apache-2.0
// Sections of relocatable ELF files.
#include "host/compiler/object_file.h"

#include <gelf.h>
#include <libelf.h>

#include <memory>

namespace lanefold {

std::optional<std::string> object_section(std::string object, std::string_view wanted) {
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_memory(object.data(), object.size()), elf_end);
  GElf_Ehdr file_header;
  std::size_t names = 0;
  if (elf == nullptr || gelf_getehdr(elf.get(), &file_header) == nullptr ||
      file_header.e_type != ET_REL || elf_getshdrstrndx(elf.get(), &names) != 0) {
    return std::nullopt;
  }
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* name = elf_strptr(elf.get(), names, header.sh_name);
    if (name == nullptr || name != wanted) continue;
    const Elf_Data* data = elf_rawdata(section, nullptr);
    if (data == nullptr) return std::nullopt;
    return std::string(static_cast<const char*>(data->d_buf), data->d_size);
  }
  return std::nullopt;
}

}  // namespace lanefold
