// SPDX-License-Identifier: Apache-2.0
// A program ready to run: linked code, its kernels.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

struct ProgramImage;
namespace gen8 {
struct Zebin;
}

/// Immutable; shared by every launch that runs it. Its code is of one instruction set.
class Program {
 public:
  /// RISC-V.
  Program(std::string name, std::unique_ptr<const ProgramImage> image);
  /// Gen8, the instruction set of Intel's EU.
  Program(std::string name, std::shared_ptr<const gen8::Zebin> zebin,
          std::vector<KernelInfo> kernels, std::vector<std::byte> file,
          std::vector<std::string> warnings = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::string& name() const { return name_; }
  /// The file that it was loaded from; empty for one that was made otherwise.
  const std::vector<std::byte>& file() const;
  const std::vector<KernelInfo>& kernels() const;
  /// A sentence for each kernel that is left out since the model cannot run it.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// The kernel of that name; throws Error(Launch) naming the kernels there are.
  const KernelInfo& kernel(const std::string& name) const;
  /// Predecoded code and data of RISC-V, for the machine
  /// (models/decisions/program/program_image.h). Throws Error(Launch) for a program of another
  /// instruction set.
  const ProgramImage& image() const;
  /// What Intel's compiler made, for the machine (models/decisions/zebin/zebin.h). Throws
  /// Error(Launch) for a program of another instruction set.
  const std::shared_ptr<const gen8::Zebin>& zebin() const;

 private:
  std::string name_;
  std::unique_ptr<const ProgramImage> image_;  ///< null: not RISC-V
  std::shared_ptr<const gen8::Zebin> zebin_;   ///< null: not Gen8
  std::vector<KernelInfo> kernels_;            ///< of Gen8
  std::vector<std::byte> file_;                ///< the same
  std::vector<std::string> warnings_;          ///< the same
};

/// Loads a linked ELF32 RISC-V file with kernel metadata, as the compiler driver writes it.
/// `name` appears in messages. Throws Error(Program) for anything that is not such a file.
std::shared_ptr<const Program> load_program(const std::vector<std::byte>& elf,
                                            const std::string& name);

/// Loads a file of Intel's offline compiler for Gen8, otherwise as load_program.
std::shared_ptr<const Program> load_gen8_program(const std::vector<std::byte>& zebin,
                                                 const std::string& name);

}  // namespace lanefold
