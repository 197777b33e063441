// SPDX-License-Identifier: Apache-2.0
// Runs the LLVM linker.
#include "compiler/linker.h"

#include <fmt/format.h>

#include "base/output_file.h"
#include "compiler/device_library.h"
#include "compiler/files.h"
#include "compiler/local_uses.h"
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
  write_file(scratch / "kernels.json", write_kernel_table(input.table));
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

/// Places the __local variables, local.ld, and returns options that define how many bytes each
/// kernel has of them.
std::vector<std::string> place_local(const LinkInput& input, const std::vector<std::string>& names,
                                     const fs::path& scratch) {
  std::vector<std::string> entries;
  entries.reserve(input.table.kernels.size());
  for (const KernelInfo& kernel : input.table.kernels) entries.push_back(kernel.entry_symbol);
  const std::vector<LocalSection> sections = local_sections(input.objects, entries);
  std::vector<LocalVariables> variables;
  variables.reserve(sections.size());
  for (const LocalSection& section : sections) variables.push_back(section.variables);
  const LocalLayout layout = lay_out_local(variables, entries.size());
  std::string script;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    script +=
        fmt::format(".local.{} __lanefold_local_base + {} (NOLOAD) : {{ {}(\"{}\") }} :NONE\n", i,
                    layout.offsets[i], names[sections[i].object], sections[i].name);
  }
  write_file(scratch / "local.ld", script);
  std::vector<std::string> options;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const KernelInfo& kernel = input.table.kernels[i];
    if (layout.bytes[i] > kLocalWindowBytes) {
      throw Error(ErrorKind::Compiler,
                  fmt::format("{} cannot be linked:\nthe __local variables of kernel {} do not fit "
                              "into the local-memory window of {} bytes",
                              input.what, kernel.name, kLocalWindowBytes));
    }
    options.push_back(
        fmt::format("--defsym={}={}", local_bytes_symbol(kernel.name), layout.bytes[i]));
  }
  return options;
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
      "--no-check-sections"};  // __local variables of different kernels overlap
  const std::vector<std::string> names = write_input(input, scratch);
  for (std::string& option : place_local(input, names, scratch)) {
    arguments.push_back(std::move(option));
  }
  arguments.insert(arguments.end(), names.begin(), names.end());
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
