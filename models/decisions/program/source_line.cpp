// SPDX-License-Identifier: Apache-2.0
// The line table of the program, read only when a message needs it.
#include <elfutils/libdw.h>
#include <fmt/format.h>
#include <libelf.h>

#include <memory>
#include <string_view>

#include "decisions/program/program_image.h"

namespace lanefold {
namespace {

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};
struct EndDwarf {
  void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};

/// The name as the user gave it: the compiler takes relative ones as relative to ".".
std::string_view without_dot(std::string_view file) {
  return file.substr(0, 2) == "./" ? file.substr(2) : file;
}

}  // namespace

std::string source_line(const ProgramImage& image, std::uint32_t pc) {
  elf_version(EV_CURRENT);
  auto* bytes = reinterpret_cast<char*>(const_cast<std::byte*>(image.elf.data()));
  const std::unique_ptr<Elf, EndElf> elf(elf_memory(bytes, image.elf.size()));
  if (elf == nullptr) return {};
  const std::unique_ptr<Dwarf, EndDwarf> dwarf(dwarf_begin_elf(elf.get(), DWARF_C_READ, nullptr));
  if (dwarf == nullptr) return {};

  Dwarf_Off offset = 0;
  Dwarf_Off next = 0;
  std::size_t header_size = 0;
  while (dwarf_nextcu(dwarf.get(), offset, &next, &header_size, nullptr, nullptr, nullptr) == 0) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf.get(), offset + header_size, &unit) != nullptr) {
      if (Dwarf_Line* line = dwarf_getsrc_die(&unit, pc)) {
        int number = 0;
        const char* file = dwarf_linesrc(line, nullptr, nullptr);
        if (file != nullptr && dwarf_lineno(line, &number) == 0 && number > 0) {
          return fmt::format("{}:{}", without_dot(file), number);
        }
      }
    }
    offset = next;
  }
  return {};
}

}  // namespace lanefold
