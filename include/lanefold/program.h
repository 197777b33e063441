// SPDX-License-Identifier: Apache-2.0
// A program ready to run: linked RISC-V code, its kernels, its control flow.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

struct ProgramImage;

/// Immutable; shared by every launch that runs it.
class Program {
 public:
  Program(std::string name, std::unique_ptr<const ProgramImage> image);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<KernelInfo>& kernels() const;
  /// The kernel of that name; throws Error(Launch) naming the kernels there are.
  const KernelInfo& kernel(const std::string& name) const;
  /// Predecoded code and data, for the machine (models/decisions/program/program_image.h).
  const ProgramImage& image() const { return *image_; }

 private:
  std::string name_;
  std::unique_ptr<const ProgramImage> image_;
};

/// Loads a linked ELF32 RISC-V file with kernel metadata, as the compiler driver writes it.
/// `name` appears in messages. Throws Error(Program) for anything that is not such a file.
std::shared_ptr<const Program> load_program(const std::vector<std::byte>& elf,
                                            const std::string& name);

}  // namespace lanefold
