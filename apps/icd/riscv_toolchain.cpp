// SPDX-License-Identifier: Apache-2.0
// Programs of RISC-V, by clang and lld.
#include <elf.h>

#include <cstring>
#include <optional>

#include "compiler/tools.h"
#include "lanefold/error.h"
#include "machine/device/launch_checks.h"
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
  explicit RiscvToolchain(std::uint32_t warp_width) : warp_width_(warp_width) {}

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
    auto program = load_program(binary, file_name);
    for (const KernelInfo& kernel : program->kernels()) check_sub_groups(kernel, warp_width_);
    return program;
  }

 private:
  std::uint32_t warp_width_;
};

}  // namespace

std::unique_ptr<const Toolchain> make_riscv_toolchain(std::uint32_t warp_width) {
  return std::make_unique<RiscvToolchain>(warp_width);
}

std::unique_ptr<const Toolchain> make_toolchain(const CoreConfig& core, Gen8Width width) {
  return core.isa == InstructionSet::Gen8 ? make_gen8_toolchain(width)
                                          : make_riscv_toolchain(core.warp_width);
}

}  // namespace lanefold::icd
