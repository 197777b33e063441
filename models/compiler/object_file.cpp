// SPDX-License-Identifier: Apache-2.0
// Sections of relocatable ELF files.
#include "compiler/object_file.h"

#include "compiler/elf_object.h"

namespace lanefold {

namespace {

/// The first section that `wanted` accepts by name and header, or null.
template <class Wanted>
Elf_Scn* find_section(Elf* elf, Wanted&& wanted) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return nullptr;
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    if (name != nullptr && wanted(std::string_view(name), header)) return section;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> object_section(std::string object, std::string_view wanted) {
  const ElfObject elf = open_object(object);
  if (elf == nullptr) return std::nullopt;
  Elf_Scn* section = find_section(
      elf.get(), [&](std::string_view name, const GElf_Shdr&) { return name == wanted; });
  const Elf_Data* data = section != nullptr ? elf_rawdata(section, nullptr) : nullptr;
  if (data == nullptr) return std::nullopt;
  return std::string(static_cast<const char*>(data->d_buf), data->d_size);
}

std::vector<std::string> defined_functions(std::string object) {
  std::vector<std::string> names;
  const ElfObject elf = open_object(object);
  if (elf == nullptr) return names;
  GElf_Shdr table;
  Elf_Scn* section = find_section(elf.get(), [&](std::string_view, const GElf_Shdr& header) {
    table = header;
    return header.sh_type == SHT_SYMTAB;
  });
  Elf_Data* data = section != nullptr ? elf_getdata(section, nullptr) : nullptr;
  GElf_Sym symbol;
  for (int i = 0; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const bool function =
        GELF_ST_TYPE(symbol.st_info) == STT_FUNC && GELF_ST_BIND(symbol.st_info) != STB_LOCAL;
    const char* name = elf_strptr(elf.get(), table.sh_link, symbol.st_name);
    if (function && symbol.st_shndx != SHN_UNDEF && name != nullptr) names.emplace_back(name);
  }
  return names;
}

}  // namespace lanefold
