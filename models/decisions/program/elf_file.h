// SPDX-License-Identifier: Apache-2.0
// Reading an ELF32 RISC-V file: segments, symbols, one named section.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct Elf;

namespace lanefold {

class ElfHandle;

/// A loadable segment. `bytes` may be shorter than `memory_size`: the rest is zero.
struct ElfSegment {
  std::uint32_t address = 0;
  std::uint32_t memory_size = 0;
  bool executable = false;
  bool writable = false;
  const std::byte* data = nullptr;
  std::uint32_t file_size = 0;
};

/// A view of an ELF file in memory, which must outlive it.
class ElfFile {
 public:
  /// Throws Error(Program) for anything but a linked, little-endian ELF32 file for RISC-V without
  /// compressed instructions. `name` appears in messages.
  ElfFile(const std::vector<std::byte>& file, std::string name);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  const std::vector<ElfSegment>& segments() const { return segments_; }
  std::optional<std::uint32_t> symbol(const std::string& name) const;
  /// Values of all function symbols.
  const std::vector<std::uint32_t>& functions() const { return functions_; }

  struct Section {
    const std::byte* data = nullptr;
    std::size_t size = 0;
  };
  std::optional<Section> section(const std::string& name) const;
  const std::string& name() const { return name_; }

 private:
  [[noreturn]] void refuse(const std::string& reason) const;
  void read_header();
  void read_segments();
  void read_symbols();

  const std::vector<std::byte>& file_;
  std::string name_;
  std::unique_ptr<ElfHandle> handle_;
  Elf* elf_;  ///< its view
  std::vector<ElfSegment> segments_;
  std::map<std::string, std::uint32_t> symbols_;
  std::vector<std::uint32_t> functions_;
};

}  // namespace lanefold
