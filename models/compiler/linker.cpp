// SPDX-License-Identifier: Apache-2.0
// Runs the LLVM linker.
#include "compiler/linker.h"

#include <fmt/format.h>

#include "base/output_file.h"
#include "compiler/device_library.h"
#include "compiler/files.h"
#include "compiler/rename_symbols.h"
#include "decisions/program/kernel_table.h"
#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

/// Writes the objects and the kernel table, kernels.json; returns the names of the objects.
std::vector<std::string> write_input(const LinkInput& input, const fs::path& scratch) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < input.objects.size(); ++i) {
    names.push_back(input.objects.size() == 1 ? "program.o" : fmt::format("object{}.o", i));
    write_file(scratch / names.back(), input.objects[i]);
  }
  write_file(scratch / "kernels.json", write_kernel_info(input.kernels));
  return names;
}

/// The kernel table as an object without symbols, kernels.o.
void assemble_table(const Tools& tools, const fs::path& scratch) {
  write_file(scratch / "kernels.s", fmt::format(".section {},\"\",@progbits\n"
                                                ".incbin \"kernels.json\"\n",
                                                kKernelTableSection));
  std::vector<std::string> arguments = target_arguments(true);
  arguments.insert(arguments.end(), {"-c", "-o", "kernels.o", "kernels.s"});
  const ToolResult result = run_tool(tools.clang, arguments, {scratch, scratch, {}});
  if (!result.succeeded) {
    throw Error(ErrorKind::Compiler,
                tools.clang.string() + " cannot write a kernel table:\n" + result.messages);
  }
}

std::string in_users_names(std::string messages) {
  for (auto at = messages.find(kUserPrefix); at != std::string::npos;
       at = messages.find(kUserPrefix, at)) {
    messages.erase(at, kUserPrefix.size());
  }
  return messages;
}

std::string run(const LinkInput& input, std::vector<std::string> arguments, const Tools& tools,
                const fs::path& scratch) {
  arguments.insert(arguments.end(), {"-o", "linked.elf"});
  const ToolResult result = run_tool(tools.linker, arguments, {scratch, scratch, {}});
  if (!result.succeeded) {
    throw Error(ErrorKind::Compiler, fmt::format("{} cannot be linked:\n{}", input.what,
                                                 in_users_names(result.messages)));
  }
  return read_result(scratch / "linked.elf");
}

}  // namespace

std::string link_program(const LinkInput& input, const std::string& runtime, const Tools& tools,
                         const fs::path& scratch) {
  write_file(scratch / "lanefold.ld", device_library_file("lanefold.ld"));
  std::vector<std::string> arguments = {
      "-T",
      "lanefold.ld",
      "--gc-sections",
      "--no-relax",
      "--build-id=none",
      fmt::format("--defsym=__lanefold_code_base={:#x}", kCodeBase),
      fmt::format("--defsym=__lanefold_local_base={:#x}", kLocalBase),
      fmt::format("--defsym=__lanefold_local_limit={:#x}", kLocalWindowBytes)};
  for (std::string& name : write_input(input, scratch)) arguments.push_back(std::move(name));
  write_file(scratch / "runtime.o", runtime);
  arguments.insert(arguments.end(), {"runtime.o", "--format=binary", "kernels.json"});
  return run(input, std::move(arguments), tools, scratch);
}

std::string merge_objects(const LinkInput& input, const Tools& tools, const fs::path& scratch) {
  write_file(scratch / "object.ld", device_library_file("object.ld"));
  std::vector<std::string> arguments = {"-r", "-T", "object.ld", "kernels.o"};
  for (std::string& name : write_input(input, scratch)) arguments.push_back(std::move(name));
  assemble_table(tools, scratch);
  return run(input, std::move(arguments), tools, scratch);
}

}  // namespace lanefold
