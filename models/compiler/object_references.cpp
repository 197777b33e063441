// SPDX-License-Identifier: Apache-2.0
// What the parts of a relocatable ELF file refer to.
#include "compiler/object_references.h"

#include <algorithm>
#include <map>

#include "compiler/elf_object.h"

namespace lanefold {
namespace {

class Reader {
 public:
  explicit Reader(Elf* elf) : elf_(elf) { elf_getshdrstrndx(elf, &names_); }

  ObjectReferences read() {
    std::vector<Elf_Scn*> relocations;
    for (Elf_Scn* section = elf_nextscn(elf_, nullptr); section != nullptr;
         section = elf_nextscn(elf_, section)) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr) continue;
      if (header.sh_type == SHT_NOBITS && (header.sh_flags & SHF_ALLOC) != 0) {
        add_variables(elf_ndxscn(section), header);
      }
      if (header.sh_type == SHT_RELA) relocations.push_back(section);
      if (header.sh_type != SHT_SYMTAB) continue;
      symbols_ = elf_getdata(section, nullptr);
      strings_ = header.sh_link;
    }
    add_symbols();
    for (Elf_Scn* section : relocations) add_references(section);
    return std::move(result_);
  }

 private:
  struct Extent {
    std::uint64_t begin;
    std::uint64_t end;
    std::size_t part;
  };

  /// Sections of the same name are laid out one behind another.
  void add_variables(std::size_t section, const GElf_Shdr& header) {
    const char* name = elf_strptr(elf_, names_, header.sh_name);
    if (name == nullptr || header.sh_size == 0) return;
    auto& all = result_.variables;
    auto known = std::find_if(all.begin(), all.end(),
                              [&](const ObjectVariables& one) { return one.section == name; });
    if (known == all.end()) known = all.insert(all.end(), {name, 0, 1});
    const std::uint64_t alignment = std::max<std::uint64_t>(header.sh_addralign, 1);
    known->bytes = (known->bytes + alignment - 1) / alignment * alignment + header.sh_size;
    known->alignment = std::max(known->alignment, alignment);
    const auto number = static_cast<std::size_t>(known - all.begin());
    result_.parts[part_of(section)].variables.insert(number);
  }

  void add_symbols() {
    GElf_Sym symbol;
    for (int i = 0; symbols_ != nullptr && gelf_getsym(symbols_, i, &symbol) != nullptr; ++i) {
      const std::size_t section = symbol.st_shndx;
      if (section == SHN_UNDEF || section >= SHN_LORESERVE) continue;
      std::size_t part = part_of(section);
      if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC) part = add_function(section, symbol);
      if (GELF_ST_BIND(symbol.st_info) != STB_LOCAL) {
        result_.symbols.push_back({name_of(symbol), part});
      }
    }
  }

  /// Returns its part. What refers to the whole section refers to the function too.
  std::size_t add_function(std::size_t section, const GElf_Sym& symbol) {
    const std::size_t part = result_.parts.size();
    result_.parts.emplace_back();
    result_.parts[part_of(section)].own.insert(part);
    functions_of_[section].push_back({symbol.st_value, symbol.st_value + symbol.st_size, part});
    return part;
  }

  void add_references(Elf_Scn* section) {
    GElf_Shdr header;
    gelf_getshdr(section, &header);
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Rela relocation;
    for (int i = 0; data != nullptr && gelf_getrela(data, i, &relocation) != nullptr; ++i) {
      GElf_Sym symbol;
      const auto index = static_cast<int>(GELF_R_SYM(relocation.r_info));
      if (index == 0 || gelf_getsym(symbols_, index, &symbol) == nullptr) continue;
      const std::size_t from = part_at(header.sh_info, relocation.r_offset);
      add_reference(from, symbol, relocation.r_addend);
    }
  }

  /// The link may take another definition of a symbol that is not the object's alone.
  void add_reference(std::size_t from, const GElf_Sym& symbol, std::int64_t addend) {
    if (GELF_ST_BIND(symbol.st_info) != STB_LOCAL) {
      result_.parts[from].others.insert(name_of(symbol));
    }
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE) return;
    const bool in_section = GELF_ST_TYPE(symbol.st_info) == STT_SECTION;
    const std::size_t to = part_at(
        symbol.st_shndx, symbol.st_value + static_cast<std::uint64_t>(in_section ? addend : 0));
    result_.parts[from].own.insert(to);
  }

  std::size_t part_of(std::size_t section) {
    const auto [found, added] = sections_.try_emplace(section, result_.parts.size());
    if (added) result_.parts.emplace_back();
    return found->second;
  }

  /// Of the function that is there, or else of the section.
  std::size_t part_at(std::size_t section, std::uint64_t offset) {
    for (const Extent& one : functions_of_[section]) {
      if (offset >= one.begin && offset < one.end) return one.part;
    }
    return part_of(section);
  }

  std::string name_of(const GElf_Sym& symbol) const {
    const char* name = elf_strptr(elf_, strings_, symbol.st_name);
    return name == nullptr ? "" : name;
  }

  Elf* elf_;
  std::size_t names_ = 0;
  std::size_t strings_ = 0;
  Elf_Data* symbols_ = nullptr;
  ObjectReferences result_;
  std::map<std::size_t, std::size_t> sections_;              ///< their parts
  std::map<std::size_t, std::vector<Extent>> functions_of_;  ///< by section
};

}  // namespace

ObjectReferences object_references(std::string object) {
  const ElfObject elf = open_object(object);
  return elf == nullptr ? ObjectReferences{} : Reader(elf.get()).read();
}

}  // namespace lanefold
