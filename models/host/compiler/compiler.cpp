// SPDX-License-Identifier: Apache-2.0
// The compiler driver: clang's front end always runs, so that warnings and errors are always
// shown; what follows is cached by the hash of the intermediate code, which covers the source, all
// included files and the options.
#include "lanefold/compiler.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "host/compiler/build_options.h"
#include "host/compiler/cache.h"
#include "host/compiler/device_library.h"
#include "host/compiler/entry_stub.h"
#include "host/compiler/files.h"
#include "host/compiler/ir_kernels.h"
#include "host/compiler/layout_table.h"
#include "host/compiler/source_scan.h"
#include "host/compiler/temporary_directory.h"
#include "host/compiler/tools.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

using Arguments = std::vector<std::string>;

/// One call of compile_opencl.
struct Compilation {
  const std::string& source_text;
  const std::string& file_name;
  const CompileOptions& options;
  Tools tools = find_tools();
  CompilationCache cache{options.cache_directory};
  TemporaryDirectory scratch{};
};

struct FrontEndResult {
  bool succeeded = false;
  bool double_precision = false;
  std::string messages;
  std::string ir;
};

void append(Arguments& arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

/// The source behind a line marker, so that all messages and line tables name the user's file.
std::string marked_source(const Compilation& compilation) {
  std::string name;
  for (const char c : compilation.file_name) {
    if (c == '"' || c == '\\') name += '\\';
    name += c == '\n' ? ' ' : c;
  }
  return "# 1 \"" + name + "\"\n" + compilation.source_text + "\n";
}

FrontEndResult run_front_end(const Compilation& compilation, bool double_precision) {
  const std::filesystem::path source = compilation.scratch.file("source.cl");
  const std::filesystem::path output = compilation.scratch.file("source.ll");
  write_file(source, marked_source(compilation));
  Arguments arguments = target_arguments(double_precision);
  append(arguments, language_arguments(double_precision));
  append(arguments, {"-cl-kernel-arg-info", "-gline-tables-only", "-fdebug-compilation-dir=."});
  append(arguments, clang_arguments(compilation.options.user_options));
  const std::filesystem::path folder = std::filesystem::path(compilation.file_name).parent_path();
  append(arguments, {"-iquote", folder.empty() ? "." : folder.string()});
  // Read from standard input, the source leaves no temporary name in the result.
  append(arguments, {"-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", output.string(),
                     "-Xclang", "-main-file-name", "-Xclang", compilation.file_name, "-"});
  const ToolResult result =
      run_tool(compilation.tools.clang, arguments, {compilation.scratch.path(), ".", source});
  FrontEndResult front;
  front.succeeded = result.succeeded;
  front.double_precision = double_precision;
  front.messages = result.messages;
  if (result.succeeded) front.ir = read_result(output);
  return front;
}

/// Double precision costs every float register its upper half, so it is on only where it is used:
/// the source names it outside of comments, or does not compile without.
FrontEndResult run_front_end(const Compilation& compilation) {
  if (const auto& chosen = compilation.options.double_precision) {
    return run_front_end(compilation, *chosen);
  }
  if (!mentions_double(compilation.source_text)) {
    FrontEndResult single = run_front_end(compilation, false);
    const bool refused = single.messages.find("cl_khr_fp64 support") != std::string::npos;
    return !single.succeeded && refused ? run_front_end(compilation, true) : single;
  }
  FrontEndResult wide = run_front_end(compilation, true);
  if (!wide.succeeded || uses_double(wide.ir)) return wide;
  FrontEndResult single = run_front_end(compilation, false);
  return single.succeeded ? single : wide;
}

[[noreturn]] void report(const Compilation& compilation, const std::string& what,
                         const std::string& messages) {
  throw Error(ErrorKind::Compiler,
              fmt::format("{} {}:\n{}", compilation.file_name, what, messages));
}

/// From the completed intermediate code to an object file.
std::string run_back_end(const Compilation& compilation, const FrontEndResult& front,
                         const std::string& ir, const DeviceLibrary& library) {
  const std::filesystem::path input = compilation.scratch.file("program.ll");
  const std::filesystem::path bitcode = compilation.scratch.file("library.bc");
  const std::filesystem::path object = compilation.scratch.file("program.o");
  write_file(input, ir);
  write_file(bitcode, library.bitcode);
  Arguments arguments = target_arguments(front.double_precision);
  append(arguments, {"-Xclang", "-mlink-builtin-bitcode", "-Xclang", bitcode.string(), "-x", "ir",
                     "-Wno-override-module", "-c", "-o", object.string(), input.string()});
  const ToolResult result =
      run_tool(compilation.tools.clang, arguments, {compilation.scratch.path(), ".", {}});
  if (!result.succeeded)
    report(compilation, "cannot be translated to machine code", result.messages);
  return read_result(object);
}

std::string run_linker(const Compilation& compilation, const std::string& kernel_table,
                       const DeviceLibrary& library) {
  const TemporaryDirectory& scratch = compilation.scratch;
  write_file(scratch.file("runtime.o"), library.runtime);
  write_file(scratch.file("kernels.json"), kernel_table);
  write_file(scratch.file("lanefold.ld"), device_library_file("lanefold.ld"));
  const Arguments arguments = {
      "-T",
      "lanefold.ld",
      "--gc-sections",
      "--no-relax",
      "--build-id=none",
      fmt::format("--defsym=__lanefold_code_base={:#x}", kCodeBase),
      fmt::format("--defsym=__lanefold_local_base={:#x}", kLocalBase),
      fmt::format("--defsym=__lanefold_local_limit={:#x}", kLocalWindowBytes),
      "-o",
      "program.elf",
      "program.o",
      "runtime.o",
      "--format=binary",
      "kernels.json"};
  const ToolResult result =
      run_tool(compilation.tools.linker, arguments, {scratch.path(), scratch.path(), {}});
  if (!result.succeeded) report(compilation, "cannot be linked", result.messages);
  return read_result(scratch.file("program.elf"));
}

}  // namespace

CompiledProgram compile_opencl(const std::string& source_text, const std::string& file_name,
                               const CompileOptions& options) {
  const Compilation compilation{source_text, file_name, options};
  const FrontEndResult front = run_front_end(compilation);
  if (!front.succeeded) report(compilation, "does not compile", front.messages);

  const DeviceLibrary library = device_library(compilation.tools, compilation.cache,
                                               front.double_precision, compilation.scratch.path());
  const std::vector<IrKernel> kernels = find_kernels(front.ir);
  const std::string ir = with_internal_kernels(front.ir) + entry_stubs(kernels);
  const std::string key = "program-" + content_hash(library.hash + ir);
  CompiledProgram program;
  program.log = front.messages;
  std::optional<std::string> elf = compilation.cache.load(key);
  program.from_cache = elf.has_value();
  if (!elf) {
    const std::string object = run_back_end(compilation, front, ir, library);
    elf = run_linker(compilation, write_kernel_info(kernel_infos(kernels, object)), library);
    compilation.cache.store(key, *elf);
  }
  program.elf.resize(elf->size());
  std::memcpy(program.elf.data(), elf->data(), elf->size());
  return program;
}

}  // namespace lanefold
