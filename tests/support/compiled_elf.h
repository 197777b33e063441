// SPDX-License-Identifier: Apache-2.0
// A look into an ELF32 file that a test has just made; not for files that may be damaged.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

class CompiledElf {
 public:
  explicit CompiledElf(const std::vector<std::byte>& file)
      : text_(reinterpret_cast<const char*>(file.data()), file.size()),
        header_(at<Elf32_Ehdr>(0)) {}

  bool has_double_abi() const {
    return (header_.e_flags & EF_RISCV_FLOAT_ABI) == EF_RISCV_FLOAT_ABI_DOUBLE;
  }
  /// Content, or empty if there is no such section.
  std::string section(std::string_view name) const {
    const auto found = find(name);
    return found ? text_.substr(found->sh_offset, found->sh_size) : "";
  }
  std::uint32_t address(std::string_view name) const {
    const auto found = find(name);
    return found ? found->sh_addr : 0;
  }
  std::optional<std::uint32_t> symbol(std::string_view name) const {
    const auto table = find(".symtab");
    const std::string names = section(".strtab");
    for (std::uint32_t i = 0; table && i < table->sh_size; i += sizeof(Elf32_Sym)) {
      const auto entry = at<Elf32_Sym>(table->sh_offset + i);
      if (names.c_str() + entry.st_name == name) return entry.st_value;
    }
    return std::nullopt;
  }

 private:
  template <class T>
  T at(std::size_t offset) const {
    T value;
    std::memcpy(&value, text_.data() + offset, sizeof value);
    return value;
  }
  Elf32_Shdr header_of_section(std::size_t index) const {
    return at<Elf32_Shdr>(header_.e_shoff + index * sizeof(Elf32_Shdr));
  }
  std::optional<Elf32_Shdr> find(std::string_view name) const {
    const Elf32_Shdr names = header_of_section(header_.e_shstrndx);
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const Elf32_Shdr section = header_of_section(i);
      if (text_.c_str() + names.sh_offset + section.sh_name == name) return section;
    }
    return std::nullopt;
  }

  std::string text_;
  Elf32_Ehdr header_;
};

}  // namespace lanefold
