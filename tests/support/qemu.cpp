// SPDX-License-Identifier: Apache-2.0
// Running small RISC-V programs in qemu-riscv32.

#include "tests/support/qemu.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace lanefold {
namespace {

void require_tool(const std::string& tool, const std::string& package) {
  if (std::system(fmt::format("command -v {} >/dev/null 2>&1", tool).c_str()) != 0) {
    throw std::runtime_error(fmt::format(
        "{} is not installed; install the package {} (scripts/setup does)", tool, package));
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "lanefold-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot create a temporary folder " + name);
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    throw std::runtime_error("cannot run: " + command);
  }
  std::string output;
  std::array<char, 65536> buffer;
  while (const std::size_t size = fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), size);
  }
  const int status = pclose(pipe);
  if (status != 0) {
    throw std::runtime_error(fmt::format("failed with status {}: {}", status, command));
  }
  return output;
}

std::filesystem::path assemble_riscv(const std::filesystem::path& folder,
                                     const std::string& assembly) {
  require_tool("clang-19", "clang-19");
  std::ofstream(folder / "program.s") << assembly;
  output_of(fmt::format(
      "cd '{}' && clang-19 --target=riscv32-unknown-elf -march=rv32imafd_zba_zbb_zicond "
      "-mabi=ilp32d -c program.s -o program.o",
      folder.string()));
  return folder / "program.o";
}

std::string run_in_qemu(const std::filesystem::path& folder, const std::string& assembly) {
  require_tool("ld.lld-19", "lld-19");
  require_tool("qemu-riscv32", "qemu-user");
  const std::filesystem::path object = assemble_riscv(folder, assembly);
  const std::string program = (folder / "program").string();
  output_of(fmt::format("ld.lld-19 --no-relax -o '{}' '{}'", program, object.string()));
  return output_of(fmt::format("qemu-riscv32 '{}'", program));
}

}  // namespace lanefold
