// SPDX-License-Identifier: Apache-2.0
// The sections of an ELF32 file for Intel's GPU.
#pragma once

#include <gelf.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decisions/program/elf_handle.h"
#include "decisions/zebin/zebin.h"

namespace lanefold::gen8 {

/// A view of a file in memory, which must outlive it.
class ZebinFile {
 public:
  /// Throws Error(Program) for anything but a whole little-endian ELF32 file for Intel's GPU.
  /// `name` appears in messages.
  ZebinFile(const std::vector<std::byte>& file, std::string name);
  ZebinFile(const ZebinFile&) = delete;
  ZebinFile& operator=(const ZebinFile&) = delete;

  bool has(const std::string& section) const;
  /// Whether the name of a section begins so.
  bool has_any(std::string_view start) const;
  /// A section's content with the relocations that are for it; empty if there is no such section.
  RelocatableBytes content(const std::string& section) const;

  const std::string& name() const { return name_; }
  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  struct Section {
    std::string name;
    std::uint32_t type = 0;
    const std::byte* data = nullptr;  // null for one without content in the file
    std::size_t size = 0;
    std::uint32_t index = 0;
  };

  void read_header();
  void read_sections();
  const Section* find(const std::string& section) const;
  const Section* at(std::uint32_t index) const;
  std::vector<Relocation> relocations(const std::string& section, std::size_t size) const;
  Elf_Data* table(const Section* section, std::uint32_t type) const;
  Relocation read_relocation(const GElf_Rel& entry, Elf_Data* symbols,
                             const std::string& place) const;

  const std::vector<std::byte>& file_;
  std::string name_;
  ElfHandle handle_;
  Elf* elf_;  ///< its view
  std::vector<Section> sections_;
};

}  // namespace lanefold::gen8
