// SPDX-License-Identifier: Apache-2.0
// The compiler driver with a cache of its own in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "compiler/cache.h"
#include "decisions/program/kernel_table.h"
#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/program.h"
#include "tests/support/compiled_elf.h"
#include "tests/support/environment_variable.h"
#include "tests/support/own_folder.h"

namespace lanefold {

namespace fs = std::filesystem;

class Compiler : public OwnFolder {
 protected:
  /// An own cache, but the device library is taken from the user's, which saves its compilation.
  CompileOptions own_cache() const {
    const fs::path own = folder_ / "cache";
    if (!fs::exists(own)) {
      fs::create_directories(own);
      compile_opencl("kernel void k() {}", "warm.cl");
      compile_opencl("kernel void k(double x) {}", "warm.cl");
      for (const auto& entry : fs::directory_iterator(default_cache_directory())) {
        const std::string name = entry.path().filename().string();
        if (name.rfind("library-", 0) == 0) fs::copy_file(entry.path(), own / name);
      }
    }
    CompileOptions options;
    options.cache_directory = own.string();
    return options;
  }

  std::string failure(const std::string& source, const CompileOptions& options = {}) const {
    try {
      compile_opencl(source, "kernels/mine.cl", options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Compiler);
      return error.what();
    }
    return "compiled";
  }

  static std::vector<KernelInfo> kernels(const CompiledProgram& program) {
    const CompiledElf elf(program.elf);
    const std::string table = elf.section(kKernelTableSection);
    return read_kernel_table(reinterpret_cast<const std::byte*>(table.data()), table.size())
        .kernels;
  }
  static std::vector<KernelInfo> kernels_of(const std::string& source) {
    return kernels(compile_opencl(source, "mine.cl"));
  }
};

}  // namespace lanefold
