// SPDX-License-Identifier: Apache-2.0
// Running small RISC-V programs in qemu-riscv32, the reference that the instruction set is compared
// with. Both tools must be installed: a missing one is an error, never a skipped test.
#pragma once

#include <filesystem>
#include <string>

namespace lanefold {

/// A folder that lives as long as this object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs a shell command and returns what it writes to standard output; throws std::runtime_error
/// with the command when it fails.
std::string output_of(const std::string& command);

/// Assembles RV32IMAFD text with Zba, Zbb and Zicond into an object file in `folder`, which is also
/// where `.incbin` looks.
std::filesystem::path assemble_riscv(const std::filesystem::path& folder,
                                     const std::string& assembly);

/// Assembles, links at `_start` without any library, and runs in qemu-riscv32; returns what the
/// program wrote to standard output.
std::string run_in_qemu(const std::filesystem::path& folder, const std::string& assembly);

}  // namespace lanefold
