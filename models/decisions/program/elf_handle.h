// SPDX-License-Identifier: Apache-2.0
// libelf's view of a file in memory.
#pragma once

#include <gelf.h>
#include <libelf.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace lanefold {

/// The file must outlive it.
class ElfHandle {
 public:
  explicit ElfHandle(const std::vector<std::byte>& file) {
    elf_version(EV_CURRENT);
    // libelf promises not to write through this pointer as long as elf_update is not called.
    auto* bytes = reinterpret_cast<char*>(const_cast<std::byte*>(file.data()));
    elf_ = elf_memory(bytes, file.size());
  }
  ~ElfHandle() { elf_end(elf_); }
  ElfHandle(const ElfHandle&) = delete;
  ElfHandle& operator=(const ElfHandle&) = delete;

  Elf* get() const { return elf_; }
  /// Nothing if the bytes are no ELF file.
  std::optional<GElf_Ehdr> header() const {
    GElf_Ehdr header;
    const bool is_elf = elf_ != nullptr && elf_kind(elf_) == ELF_K_ELF;
    if (!is_elf || gelf_getehdr(elf_, &header) == nullptr) return std::nullopt;
    return header;
  }

 private:
  Elf* elf_ = nullptr;
};

}  // namespace lanefold
