// SPDX-License-Identifier: Apache-2.0
// libelf does the parsing; every range that it reports is checked against the file again.
#include "decisions/program/elf_file.h"

#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include <optional>
#include <utility>

#include "decisions/program/elf_handle.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kFlagCompressed = 1;  // EF_RISCV_RVC

}  // namespace

ElfFile::ElfFile(const std::vector<std::byte>& file, std::string name)
    : file_(file),
      name_(std::move(name)),
      handle_(std::make_unique<ElfHandle>(file)),
      elf_(handle_->get()) {
  read_header();
  read_segments();
  read_symbols();
}

ElfFile::~ElfFile() = default;

void ElfFile::refuse(const std::string& reason) const {
  throw Error(ErrorKind::Program, fmt::format("{}: {}", name_, reason));
}

void ElfFile::read_header() {
  const std::optional<GElf_Ehdr> read = handle_->header();
  if (!read) refuse("not an ELF file, or a truncated one");
  const GElf_Ehdr& header = *read;
  if (gelf_getclass(elf_) != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_RISCV) {
    refuse("not a program for 32-bit little-endian RISC-V");
  }
  if (header.e_type != ET_EXEC) refuse("not linked: an executable ELF file is needed");
  if ((header.e_flags & kFlagCompressed) != 0) {
    refuse("contains compressed instructions; compile with -march=rv32imaf or rv32imafd");
  }
}

void ElfFile::read_segments() {
  std::size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0) refuse("its program headers cannot be read");
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf_, static_cast<int>(i), &header) == nullptr) {
      refuse(fmt::format("program header {} cannot be read", i));
    }
    if (header.p_type != PT_LOAD || header.p_memsz == 0) continue;
    if (header.p_offset > file_.size() || header.p_filesz > file_.size() - header.p_offset) {
      refuse(fmt::format("truncated: segment {} lies beyond the end of the file", i));
    }
    if (header.p_filesz > header.p_memsz || header.p_vaddr + header.p_memsz > (1ULL << 32)) {
      refuse(fmt::format("segment {} has impossible sizes", i));
    }
    segments_.push_back({static_cast<std::uint32_t>(header.p_vaddr),
                         static_cast<std::uint32_t>(header.p_memsz), (header.p_flags & PF_X) != 0,
                         (header.p_flags & PF_W) != 0, file_.data() + header.p_offset,
                         static_cast<std::uint32_t>(header.p_filesz)});
  }
}

void ElfFile::read_symbols() {
  for (Elf_Scn* scn = nullptr; (scn = elf_nextscn(elf_, scn)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(scn, &header) == nullptr || header.sh_type != SHT_SYMTAB) continue;
    Elf_Data* data = elf_getdata(scn, nullptr);
    if (data == nullptr || header.sh_entsize == 0) refuse("its symbol table cannot be read");
    const std::size_t count = data->d_size / header.sh_entsize;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) continue;
      const char* text = elf_strptr(elf_, header.sh_link, symbol.st_name);
      if (text == nullptr || *text == '\0') continue;
      symbols_[text] = static_cast<std::uint32_t>(symbol.st_value);
      if (GELF_ST_TYPE(symbol.st_info) == STT_FUNC) {
        functions_.push_back(static_cast<std::uint32_t>(symbol.st_value));
      }
    }
  }
}

std::optional<std::uint32_t> ElfFile::symbol(const std::string& name) const {
  const auto found = symbols_.find(name);
  if (found == symbols_.end()) return {};
  return found->second;
}

std::optional<ElfFile::Section> ElfFile::section(const std::string& name) const {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf_, &names) != 0) return {};
  for (Elf_Scn* scn = nullptr; (scn = elf_nextscn(elf_, scn)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(scn, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char* text = elf_strptr(elf_, names, header.sh_name);
    if (text == nullptr || name != text) continue;
    if (header.sh_offset > file_.size() || header.sh_size > file_.size() - header.sh_offset) {
      refuse(fmt::format("truncated: section {} lies beyond the end of the file", name));
    }
    return Section{file_.data() + header.sh_offset, static_cast<std::size_t>(header.sh_size)};
  }
  return {};
}

}  // namespace lanefold
