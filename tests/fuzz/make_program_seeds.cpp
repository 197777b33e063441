// SPDX-License-Identifier: Apache-2.0
// Compiles OpenCL C files into ELF files for the fuzz targets to start from.
//   make_program_seeds SOURCE_FOLDER ELF_FOLDER...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "lanefold/compiler.h"
#include "lanefold/error.h"

namespace {

void write_seed(const std::filesystem::path& source, const char* folder) {
  std::ifstream stream(source);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const lanefold::CompiledProgram program = lanefold::compile_opencl(text, source.string());
  const auto target = std::filesystem::path(folder) / (source.stem().string() + ".elf");
  std::ofstream(target, std::ios::binary)
      .write(reinterpret_cast<const char*>(program.elf.data()),
             static_cast<std::streamsize>(program.elf.size()));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
      if (entry.path().extension() != ".cl") continue;
      for (int i = 2; i < argc; ++i) write_seed(entry.path(), argv[i]);
    }
  } catch (const lanefold::Error& error) {
    std::fprintf(stderr, "make_program_seeds: %s\n", error.what());
    return 1;
  }
  return 0;
}
