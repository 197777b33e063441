// SPDX-License-Identifier: Apache-2.0
// Debug information and symbols of a program.
#include "decisions/program/source_places.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <libelf.h>

#include <string>

#include "decisions/program/entry_symbol.h"

namespace lanefold {
namespace {

/// The name as the user gave it: the compiler takes relative ones as relative to ".".
std::string without_dot(const char* file) {
  const std::string name = file == nullptr ? "" : file;
  return name.compare(0, 2, "./") == 0 ? name.substr(2) : name;
}

std::string name_of(Dwarf_Die& function) {
  const char* name = dwarf_diename(&function);
  return name == nullptr ? "" : name;
}

/// Code in which threads of a kernel start belongs to it.
std::string kernel_of(const std::string& symbol) {
  const bool starts = symbol.compare(0, kEntryPrefix.size(), kEntryPrefix) == 0;
  return starts ? symbol.substr(kEntryPrefix.size()) : symbol;
}

/// Where an inlined function was called.
SourceLine call_of(Dwarf_Die& unit, Dwarf_Die& inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0;
  Dwarf_Word line = 0;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_file, &attribute), &file) != 0 ||
      dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_line, &attribute), &line) != 0 ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || file >= count) {
    return {};
  }
  return {without_dot(dwarf_filesrc(files, file, nullptr, nullptr)),
          static_cast<std::uint32_t>(line)};
}

SourceLine line_of(Dwarf_Die& unit, std::uint32_t pc) {
  Dwarf_Line* const line = dwarf_getsrc_die(&unit, pc);
  int number = 0;
  if (line == nullptr || dwarf_lineno(line, &number) != 0 || number <= 0) return {};
  return {without_dot(dwarf_linesrc(line, nullptr, nullptr)), static_cast<std::uint32_t>(number)};
}

}  // namespace

class SourcePlaces::Reader {
 public:
  explicit Reader(const std::vector<std::byte>& file) {
    elf_version(EV_CURRENT);
    auto* bytes = reinterpret_cast<char*>(const_cast<std::byte*>(file.data()));
    elf_.reset(elf_memory(bytes, file.size()));
    if (elf_ == nullptr) return;
    read_symbols();
    dwarf_.reset(dwarf_begin_elf(elf_.get(), DWARF_C_READ, nullptr));
    if (dwarf_ != nullptr) list_units();
  }

  SourceLine line(std::uint32_t pc) {
    for (Dwarf_Die& unit : units_) {
      SourceLine line = line_of(unit, pc);
      if (line.known()) return line;
    }
    return {};
  }

  std::vector<SourceFrame> stack(std::uint32_t pc) {
    for (Dwarf_Die& unit : units_) {
      std::vector<SourceFrame> frames = stack_in(unit, pc);
      if (!frames.empty()) return frames;
    }
    const std::string symbol = symbol_at(pc);
    if (symbol.empty()) return {};
    return {{kernel_of(symbol), line_of_assembler(pc)}};
  }

 private:
  struct EndElf {
    void operator()(Elf* elf) const { elf_end(elf); }
  };
  struct EndDwarf {
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
  };
  struct Symbol {
    std::uint32_t begin;
    std::uint32_t end;
    std::string name;
  };

  /// Its functions are no entries of the debug information. Of other languages, code outside of all
  /// functions has no line: in tables of lines, it goes on behind the function in front of it.
  SourceLine line_of_assembler(std::uint32_t pc) {
    for (Dwarf_Die& unit : units_) {
      if (dwarf_srclang(&unit) != DW_LANG_Mips_Assembler) continue;
      SourceLine line = line_of(unit, pc);
      if (line.known()) return line;
    }
    return {};
  }

  void list_units() {
    Dwarf_Off offset = 0;
    Dwarf_Off next = 0;
    std::size_t header = 0;
    for (; dwarf_nextcu(dwarf_.get(), offset, &next, &header, nullptr, nullptr, nullptr) == 0;
         offset = next) {
      Dwarf_Die unit;
      if (dwarf_offdie(dwarf_.get(), offset + header, &unit) != nullptr) units_.push_back(unit);
    }
  }

  void read_symbols() {
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(elf_.get(), section)) != nullptr) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_SYMTAB) continue;
      Elf_Data* const data = elf_getdata(section, nullptr);
      if (data == nullptr || header.sh_entsize == 0) continue;
      const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
      for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, i, &symbol) == nullptr) continue;
        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
        const char* name = elf_strptr(elf_.get(), header.sh_link, symbol.st_name);
        const auto begin = static_cast<std::uint32_t>(symbol.st_value);
        const auto end = static_cast<std::uint32_t>(symbol.st_value + symbol.st_size);
        if (name != nullptr) symbols_.push_back({begin, end, name});
      }
    }
  }

  std::string symbol_at(std::uint32_t pc) const {
    for (const Symbol& symbol : symbols_) {
      if (symbol.begin <= pc && pc < symbol.end) return symbol.name;
    }
    return {};
  }

  /// A kernel is inlined into a function of its name, in which threads start: that is one.
  static std::vector<SourceFrame> stack_in(Dwarf_Die& unit, std::uint32_t pc) {
    std::vector<Dwarf_Die> functions;  // the outermost first
    find_functions(unit, pc, functions);
    std::vector<SourceFrame> frames;
    SourceLine line = line_of(unit, pc);
    for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
      const std::string name = name_of(*function);
      if (frames.empty() || frames.back().function != name) frames.push_back({name, line});
      line = call_of(unit, *function);
    }
    return frames;
  }

  /// Appends the function below `scope` that has the pc, and those that are inlined there.
  static void find_functions(Dwarf_Die& scope, std::uint32_t pc,
                             std::vector<Dwarf_Die>& functions) {
    Dwarf_Die child;
    if (dwarf_child(&scope, &child) != 0) return;
    do {
      if (dwarf_haspc(&child, pc) != 1) continue;
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) functions.push_back(child);
      return find_functions(child, pc, functions);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  std::unique_ptr<Elf, EndElf> elf_;
  std::unique_ptr<Dwarf, EndDwarf> dwarf_;
  std::vector<Dwarf_Die> units_;
  std::vector<Symbol> symbols_;
};

SourcePlaces::SourcePlaces(const std::vector<std::byte>& file)
    : reader_(std::make_unique<Reader>(file)) {}

SourcePlaces::~SourcePlaces() = default;

SourceLine SourcePlaces::line(std::uint32_t pc) const { return reader_->line(pc); }

std::vector<SourceFrame> SourcePlaces::stack(std::uint32_t pc) const { return reader_->stack(pc); }

}  // namespace lanefold
