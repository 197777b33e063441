// SPDX-License-Identifier: Apache-2.0
// Programs of RISC-V, by clang and lld.
#include <elf.h>

#include <cstring>
#include <optional>

#include "compiler/tools.h"
#include "lanefold/error.h"
#include "toolchain.h"

namespace lanefold::icd {
namespace {

std::optional<Elf32_Ehdr> header_of(const Toolchain::Binary& binary) {
  Elf32_Ehdr header{};
  if (binary.size() < sizeof header) return {};
  std::memcpy(&header, binary.data(), sizeof header);
  const bool known =
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_machine == EM_RISCV;
  return known ? std::optional(header) : std::nullopt;
}

class RiscvToolchain final : public Toolchain {
 public:
  void require_tools() const override { find_tools(); }
  CompiledProgram compile(const std::string& source, const std::string& file_name,
                          const CompileOptions& options, bool to_object) const override {
    return to_object ? compile_object(source, file_name, options)
                     : compile_opencl(source, file_name, options);
  }
  CompiledProgram link(const std::vector<Binary>& objects, const CompileOptions& options,
                       bool library) const override {
    return link_objects(objects, options, library);
  }
  cl_program_binary_type type_of(const Binary& binary) const override {
    const auto header = header_of(binary);
    if (!header) return CL_PROGRAM_BINARY_TYPE_NONE;
    if (header->e_type == ET_EXEC) return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return header->e_type == ET_REL ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
                                    : CL_PROGRAM_BINARY_TYPE_NONE;
  }
  std::shared_ptr<const Program> load(const Binary& binary,
                                      const std::string& file_name) const override {
    return load_program(binary, file_name);
  }
};

}  // namespace

std::unique_ptr<const Toolchain> make_riscv_toolchain() {
  return std::make_unique<RiscvToolchain>();
}

std::unique_ptr<const Toolchain> make_toolchain(InstructionSet isa, Gen8Width width) {
  return isa == InstructionSet::Gen8 ? make_gen8_toolchain(width) : make_riscv_toolchain();
}

}  // namespace lanefold::icd
