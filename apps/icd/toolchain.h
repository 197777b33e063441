// SPDX-License-Identifier: Apache-2.0
// Who builds programs for the device: one for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/core_choices.h"
#include "lanefold/machine_config.h"
#include "lanefold/program.h"
#include "opencl.h"

namespace lanefold::icd {

/// Thread-safe. Functions that build throw Error(Compiler), whose sentence is the log of the build.
class Toolchain {
 public:
  using Binary = std::vector<std::byte>;

  virtual ~Toolchain() = default;

  /// Throws Error if a program that is needed is not installed.
  virtual void require_tools() const = 0;
  /// A program, or an object that link() takes.
  virtual CompiledProgram compile(const std::string& source, const std::string& file_name,
                                  const CompileOptions& options, bool to_object) const = 0;
  virtual CompiledProgram link(const std::vector<Binary>& objects, const CompileOptions& options,
                               bool library) const = 0;
  /// What clGetProgramInfo has given; CL_PROGRAM_BINARY_TYPE_NONE if it is none of the device's.
  virtual cl_program_binary_type type_of(const Binary& binary) const = 0;
  /// Of an executable. Throws Error for a damaged one.
  virtual std::shared_ptr<const Program> load(const Binary& binary,
                                              const std::string& file_name) const = 0;
};

/// `width` is that of threads of Gen8's EU.
std::unique_ptr<const Toolchain> make_toolchain(const CoreConfig& core, Gen8Width width);

/// Refuses kernels that require sub-groups of another size than `warp_width`.
std::unique_ptr<const Toolchain> make_riscv_toolchain(std::uint32_t warp_width);
std::unique_ptr<const Toolchain> make_gen8_toolchain(Gen8Width width);

}  // namespace lanefold::icd
