// SPDX-License-Identifier: Apache-2.0
// libelf does the parsing; every range that it reports is checked against the file again.
#include "decisions/zebin/zebin_file.h"

#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

constexpr std::uint16_t kMachine = 205;  // EM_INTELGT
constexpr std::size_t kMachineByte = 18;

constexpr std::array<std::pair<const char*, DataSection>, 3> kDataSections = {
    {{".data.const", DataSection::Constant},
     {".data.const.string", DataSection::Strings},
     {".data.global", DataSection::Global}}};

std::optional<DataSection> data_section(const std::string& name) {
  for (const auto& [known, section] : kDataSections) {
    if (name == known) return section;
  }
  return std::nullopt;
}

}  // namespace

bool is_zebin(const std::vector<std::byte>& file) {
  constexpr std::array<char, 4> kMagic = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3};
  if (file.size() < sizeof(Elf32_Ehdr)) return false;
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(file[i]); };
  for (std::size_t i = 0; i < kMagic.size(); ++i) {
    if (byte(i) != static_cast<unsigned char>(kMagic[i])) return false;
  }
  return (byte(kMachineByte) | byte(kMachineByte + 1) << 8) == kMachine;
}

ZebinFile::ZebinFile(const std::vector<std::byte>& file, std::string name)
    : file_(file), name_(std::move(name)), handle_(file), elf_(handle_.get()) {
  read_header();
  read_sections();
}

void ZebinFile::refuse(const std::string& reason) const {
  throw Error(ErrorKind::Program, fmt::format("{}: {}", name_, reason));
}

void ZebinFile::read_header() {
  const std::optional<GElf_Ehdr> read = handle_.header();
  if (!read) refuse("not an ELF file, or a truncated one");
  const GElf_Ehdr& header = *read;
  if (header.e_machine != kMachine || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    refuse(fmt::format("not a program for Intel's GPU: machine {}, where {} is needed",
                       header.e_machine, kMachine));
  }
  if (gelf_getclass(elf_) != ELFCLASS32) {
    refuse("a program with 64-bit addresses; compile with ocloc's option -32");
  }
}

void ZebinFile::read_sections() {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf_, &names) != 0) refuse("the names of its sections cannot be read");
  for (Elf_Scn* scn = nullptr; (scn = elf_nextscn(elf_, scn)) != nullptr;) {
    GElf_Shdr header;
    const char* text = nullptr;
    if (gelf_getshdr(scn, &header) != nullptr) text = elf_strptr(elf_, names, header.sh_name);
    if (text == nullptr) refuse(fmt::format("section {} has no name", elf_ndxscn(scn)));
    Section section{text, header.sh_type, nullptr, static_cast<std::size_t>(header.sh_size),
                    static_cast<std::uint32_t>(elf_ndxscn(scn))};
    if (header.sh_type != SHT_NOBITS && header.sh_type != SHT_NULL) {
      if (header.sh_offset > file_.size() || header.sh_size > file_.size() - header.sh_offset) {
        refuse(fmt::format("truncated: section {} lies beyond the end of the file",
                           in_quotes(section.name)));
      }
      section.data = file_.data() + header.sh_offset;
    }
    sections_.push_back(std::move(section));
  }
}

const ZebinFile::Section* ZebinFile::find(const std::string& section) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Section& each) { return each.name == section; });
  return found == sections_.end() ? nullptr : &*found;
}

const ZebinFile::Section* ZebinFile::at(std::uint32_t index) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Section& each) { return each.index == index; });
  return found == sections_.end() ? nullptr : &*found;
}

bool ZebinFile::has(const std::string& section) const { return find(section) != nullptr; }

bool ZebinFile::has_any(std::string_view start) const {
  return std::any_of(sections_.begin(), sections_.end(),
                     [&](const Section& each) { return starts_with(each.name, start); });
}

RelocatableBytes ZebinFile::content(const std::string& section) const {
  const Section* found = find(section);
  if (found == nullptr) return {};
  if (found->data == nullptr) {
    refuse(fmt::format("section {} has no content", in_quotes(section)));
  }
  return {{found->data, found->data + found->size}, relocations(section, found->size)};
}

Elf_Data* ZebinFile::table(const Section* section, std::uint32_t type) const {
  if (section == nullptr || section->type != type) return nullptr;
  return elf_getdata(elf_getscn(elf_, section->index), nullptr);
}

/// Those in the section of the same name behind ".rel".
std::vector<Relocation> ZebinFile::relocations(const std::string& section, std::size_t size) const {
  std::vector<Relocation> result;
  if (has(".rela" + section)) {
    refuse(fmt::format("section {} has relocations with addends; ocloc writes them without",
                       in_quotes(section)));
  }
  const Section* found = find(".rel" + section);
  if (found == nullptr || found->size == 0) return result;
  Elf_Data* entries = table(found, SHT_REL);
  Elf_Data* symbols = table(find(".symtab"), SHT_SYMTAB);
  if (entries == nullptr || symbols == nullptr) {
    refuse(fmt::format("the relocations of section {} cannot be read", in_quotes(section)));
  }
  const std::size_t count = entries->d_size / sizeof(Elf32_Rel);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string place = fmt::format("relocation {} of section {}", i, in_quotes(section));
    GElf_Rel entry;
    if (gelf_getrel(entries, static_cast<int>(i), &entry) == nullptr) {
      refuse(place + " cannot be read");
    }
    result.push_back(read_relocation(entry, symbols, place));
    if (entry.r_offset > size || result.back().bytes() > size - entry.r_offset) {
      refuse(
          fmt::format("{} is beyond its end: offset {} of {} bytes", place, entry.r_offset, size));
    }
  }
  return result;
}

Relocation ZebinFile::read_relocation(const GElf_Rel& entry, Elf_Data* symbols,
                                      const std::string& place) const {
  GElf_Sym symbol;
  if (gelf_getsym(symbols, static_cast<int>(GELF_R_SYM(entry.r_info)), &symbol) == nullptr) {
    refuse(place + " names no symbol");
  }
  const std::uint64_t type = GELF_R_TYPE(entry.r_info);
  if (type < 1 || type > 3) refuse(fmt::format("{} has type {}; valid: 1 to 3", place, type));
  const Section* target = at(symbol.st_shndx);
  const auto where = target == nullptr ? std::nullopt : data_section(target->name);
  if (!where) {
    refuse(fmt::format("{} needs an address in section {}, which is no data of the program", place,
                       target == nullptr ? "0" : in_quotes(target->name)));
  }
  if (symbol.st_value > target->size) {
    refuse(fmt::format("{} needs byte {} of {}, which has {} bytes", place, symbol.st_value,
                       in_quotes(target->name), target->size));
  }
  return {static_cast<std::uint32_t>(entry.r_offset), static_cast<RelocationKind>(type), *where,
          static_cast<std::uint32_t>(symbol.st_value)};
}

}  // namespace lanefold::gen8
