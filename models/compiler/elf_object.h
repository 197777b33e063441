// SPDX-License-Identifier: Apache-2.0
// Opens relocatable ELF files that are in memory.
#pragma once

#include <gelf.h>
#include <libelf.h>

#include <memory>
#include <string>

namespace lanefold {

using ElfObject = std::unique_ptr<Elf, int (*)(Elf*)>;

/// Null for what is no relocatable ELF file. `object` must outlive the result.
inline ElfObject open_object(std::string& object) {
  elf_version(EV_CURRENT);
  ElfObject elf(elf_memory(object.data(), object.size()), elf_end);
  GElf_Ehdr header;
  const bool relocatable =
      elf != nullptr && gelf_getehdr(elf.get(), &header) != nullptr && header.e_type == ET_REL;
  if (!relocatable) elf.reset();
  return elf;
}

}  // namespace lanefold
