// SPDX-License-Identifier: Apache-2.0
// Makes ELF32 files of the form that Intel's compiler writes, right or wrong.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanefold::gen8 {

class ZebinBuilder {
 public:
  /// Returns the section's index.
  unsigned add(std::string name, std::string bytes, std::uint32_t type = SHT_PROGBITS,
               std::uint32_t link = 0) {
    sections_.push_back({std::move(name), std::move(bytes), type, link});
    return static_cast<unsigned>(sections_.size());
  }

  std::vector<std::byte> file() const {
    std::string names(1, '\0');
    std::vector<Elf32_Shdr> headers(1);
    std::string content(sizeof(Elf32_Ehdr), '\0');
    for (const Section& section : sections_) {
      headers.push_back(header_of(section, names, content));
    }
    Section strings{".shstrtab", "", SHT_STRTAB, 0};
    names += strings.name + '\0';
    strings.bytes = names;
    names.resize(names.size() - strings.name.size() - 1);
    headers.push_back(header_of(strings, names, content));
    Elf32_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = 0xff12;  // ET_ZEBIN_EXE
    header.e_machine = machine;
    header.e_version = EV_CURRENT;
    header.e_shoff = static_cast<std::uint32_t>(content.size());
    header.e_ehsize = sizeof(Elf32_Ehdr);
    header.e_shentsize = sizeof(Elf32_Shdr);
    header.e_shnum = static_cast<std::uint16_t>(headers.size());
    header.e_shstrndx = static_cast<std::uint16_t>(headers.size() - 1);
    std::memcpy(content.data(), &header, sizeof header);
    for (const Elf32_Shdr& each : headers) content += as_text(each);
    const auto* first = reinterpret_cast<const std::byte*>(content.data());
    return {first, first + content.size()};
  }

  template <class Entry>
  static std::string as_text(const Entry& entry) {
    return {reinterpret_cast<const char*>(&entry), sizeof entry};
  }

  std::uint16_t machine = 205;

 private:
  struct Section {
    std::string name;
    std::string bytes;
    std::uint32_t type;
    std::uint32_t link;
  };

  static Elf32_Shdr header_of(const Section& section, std::string& names, std::string& content) {
    content.resize((content.size() + 15) / 16 * 16);
    Elf32_Shdr header{};
    header.sh_name = static_cast<std::uint32_t>(names.size());
    header.sh_type = section.type;
    header.sh_link = section.link;
    header.sh_offset = static_cast<std::uint32_t>(content.size());
    header.sh_size = static_cast<std::uint32_t>(section.bytes.size());
    if (section.type == SHT_REL) header.sh_entsize = sizeof(Elf32_Rel);
    if (section.type == SHT_SYMTAB) header.sh_entsize = sizeof(Elf32_Sym);
    names += section.name + '\0';
    content += section.bytes;
    return header;
  }

  std::vector<Section> sections_;
};

/// A native instruction: `send` that ends the thread.
inline std::string end_of_thread() {
  std::string code(16, '\0');
  code[0] = 0x31;
  code[15] = static_cast<char>(0x82);
  return code;
}

/// What .ze_info says of a kernel k that adds a number to a buffer.
inline std::string example_info() {
  return R"(---
version: '1.20'
kernels:
  - name: k
    execution_env:
      grf_count: 128
      simd_size: 16
      slm_size: 64
      barrier_count: 1
      required_work_group_size: [ 16, 2, 1 ]
    payload_arguments:
      - arg_type: global_id_offset
        offset: 0
        size: 12
      - arg_type: arg_bypointer
        offset: 12
        size: 0
        arg_index: 0
        addrmode: stateful
        addrspace: global
        access_type: readwrite
      - arg_type: arg_bypointer
        offset: 16
        size: 4
        arg_index: 0
        addrmode: stateless
        addrspace: global
        access_type: readwrite
      - arg_type: arg_byvalue
        offset: 20
        size: 4
        arg_index: 1
      - arg_type: arg_bypointer
        offset: 24
        size: 4
        arg_index: 2
        addrmode: slm
        addrspace: local
        slm_alignment: 4
    per_thread_payload_arguments:
      - arg_type: local_id
        offset: 0
        size: 96
    binding_table_indices:
      - bti_value: 3
        arg_index: 0
    per_thread_memory_buffers:
      - type: scratch
        usage: spill_fill_space
        size: 2048
      - type: global
        usage: private_space
        size: 128
        is_simt_thread: true
kernels_misc_info:
  - name: k
    args_info:
      - index: 0
        name: out
        address_qualifier: __global
        access_qualifier: NONE
        type_name: 'float*;8'
        type_qualifiers: const
      - index: 1
        name: value
        address_qualifier: __private
        access_qualifier: NONE
        type_name: 'float;4'
        type_qualifiers: NONE
...
)";
}

/// The text with one occurrence of a part replaced.
inline std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "the text has no such part";
  return text.replace(at, part.size(), by);
}

inline std::vector<std::byte> file_with_info(const std::string& info) {
  ZebinBuilder builder;
  builder.add(".text.k", end_of_thread() + std::string(64, '\0'));
  builder.add(".ze_info", info, 0xff000011);
  return builder.file();
}

}  // namespace lanefold::gen8
