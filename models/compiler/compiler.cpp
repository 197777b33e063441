// SPDX-License-Identifier: Apache-2.0
// The compiler driver. A build that has been before is taken from the cache as a whole, with its
// warnings. Otherwise clang's front end runs; what follows is cached by the hash of the
// intermediate code, which covers the source, all included files and the options.
#include "lanefold/compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/output_file.h"
#include "base/text.h"
#include "compiler/build_options.h"
#include "compiler/build_record.h"
#include "compiler/cache.h"
#include "compiler/device_library.h"
#include "compiler/entry_stub.h"
#include "compiler/files.h"
#include "compiler/front_end.h"
#include "compiler/ir_kernels.h"
#include "compiler/ir_module.h"
#include "compiler/layout_table.h"
#include "compiler/linker.h"
#include "compiler/object_file.h"
#include "compiler/rename_symbols.h"
#include "compiler/stack_spills.h"
#include "compiler/temporary_directory.h"
#include "compiler/tools.h"
#include "decisions/program/kernel_table.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

using Arguments = std::vector<std::string>;

/// Where one call of the compiler works.
struct Workplace {
  explicit Workplace(const CompileOptions& options) : cache(options.cache_directory) {}

  Tools tools = find_tools();
  CompilationCache cache;
  TemporaryDirectory scratch{};
};

DeviceLibrary library_of(const Workplace& place, bool double_precision) {
  return device_library(place.tools, place.cache, double_precision, place.scratch.path());
}

std::vector<std::byte> as_bytes(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

/// The result of `make`, or what it was the last time.
CompiledProgram obtain(const Workplace& place, const std::string& key,
                       const std::function<std::string()>& make) {
  CompiledProgram program;
  std::optional<std::string> elf = place.cache.load(key);
  program.from_cache = elf.has_value();
  if (!elf) {
    elf = make();
    place.cache.store(key, *elf);
  }
  program.elf = as_bytes(*elf);
  return program;
}

[[noreturn]] void report(const SourceUnit& unit, const char* what, const std::string& messages) {
  throw Error(ErrorKind::Compiler, fmt::format("{} {}:\n{}", unit.file_name, what, messages));
}

FrontEndResult intermediate_code(const SourceUnit& unit, const Workplace& place) {
  FrontEndResult front = run_front_end(unit, place.tools, place.scratch.path());
  if (!front.succeeded) report(unit, "does not compile", front.messages);
  return front;
}

/// The user's functions that are called as routines of the device library get other names. printf,
/// unless the program has its own, and what clang calls by itself are the library's.
std::string with_separate_names(const std::string& ir, const DeviceLibrary& library) {
  const std::vector<std::string> taken = defined_functions(library.runtime);
  const bool own_printf = defines_function(ir, "printf");
  return rename_symbols(ir, [&](std::string_view name) {
    if (name == "printf" && !own_printf) return std::string(kPrintfSymbol);
    if (name == "__translate_sampler_initializer") return std::string("__lanefold_sampler");
    const bool clashes = std::find(taken.begin(), taken.end(), name) != taken.end();
    return (clashes ? std::string(kUserPrefix) : "").append(name);
  });
}

struct BackEndResult {
  std::string object;
  StackSpills spills;
};

/// From the completed intermediate code to an object file.
BackEndResult run_back_end(const SourceUnit& unit, const Workplace& place, bool double_precision,
                           const std::string& ir, const DeviceLibrary& library,
                           const Arguments& options) {
  const std::filesystem::path input = place.scratch.file("program.ll");
  const std::filesystem::path bitcode = place.scratch.file("library.bc");
  const std::filesystem::path object = place.scratch.file("program.o");
  write_file(input, ir);
  write_file(bitcode, library.bitcode);
  Arguments arguments = target_arguments(double_precision);
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Arguments more = {"-Xclang",
                          "-mlink-builtin-bitcode",
                          "-Xclang",
                          bitcode.string(),
                          "-x",
                          "ir",
                          "-Wno-override-module",
                          kFrameLayoutOption,
                          "-c",
                          "-o",
                          object.string(),
                          input.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ToolResult result = run_tool(place.tools.clang, arguments, {place.scratch.path(), ".", {}});
  if (!result.succeeded) {
    report(unit, "cannot be translated to machine code", without_frame_layouts(result.messages));
  }
  return {read_result(object), spills_in(result.messages)};
}

[[noreturn]] void refuse_object(std::size_t index, const std::string& reason) {
  throw Error(ErrorKind::Compiler, fmt::format("object {} of the link {}", index, reason));
}

/// Adds the kernels and functions of an object to those of others. Of functions of one name, it
/// would not be known whose the areas are.
void add_table(KernelTable& all, KernelTable added) {
  for (KernelInfo& kernel : added.kernels) all.kernels.push_back(std::move(kernel));
  for (auto& [function, areas] : added.spills) {
    const auto [known, is_new] = all.spills.emplace(function, std::move(areas));
    if (!is_new) known->second.clear();
  }
}

/// An object of this compiler that a host program hands in; adds what its table says to `all`.
std::string checked_object(const std::vector<std::byte>& object, std::size_t index,
                           KernelTable& all) {
  std::string bytes(reinterpret_cast<const char*>(object.data()), object.size());
  const auto table = object_section(bytes, kKernelTableSection);
  if (!table) {
    refuse_object(index,
                  "was not made by this compiler; compiled objects and libraries can be linked");
  }
  try {
    add_table(all,
              read_kernel_table(reinterpret_cast<const std::byte*>(table->data()), table->size()));
  } catch (const Error& error) {
    refuse_object(index, fmt::format("is damaged: {}", error.what()));
  }
  return bytes;
}

/// What was built before, as long as the cache has all of it.
std::optional<CompiledProgram> known_build(const Workplace& place, const std::string& key) {
  const auto record = load_build(place.cache, key);
  if (!record) return std::nullopt;
  auto elf = place.cache.load(record->result);
  if (!elf) return std::nullopt;
  return CompiledProgram{as_bytes(*elf), record->log, true};
}

CompiledProgram compile_unit(const SourceUnit& unit) {
  const Workplace place(unit.options);
  const std::string build = build_key(unit, place.tools);
  if (auto known = known_build(place, build)) return *std::move(known);
  const FrontEndResult front = intermediate_code(unit, place);
  const bool wide = front.double_precision;
  const DeviceLibrary library = library_of(place, wide);
  const IrKernels found = find_kernels(front.ir);
  const std::string ir = with_separate_names(
      with_own_linkage(front.ir, unit.whole_program) + entry_stubs(found.kernels), library);
  const ClangOptions options = clang_options(unit.options.user_options);
  const std::string key =
      (unit.whole_program ? "program-" : "object-") +
      content_hash(library.hash + kFrameLayoutOption + join(options.back_end, " ") + ir);
  CompiledProgram program = obtain(place, key, [&] {
    BackEndResult made = run_back_end(unit, place, wide, ir, library, options.back_end);
    const LinkInput input{unit.file_name,
                          {made.object},
                          {kernel_infos(found.kernels, made.object), std::move(made.spills)}};
    return unit.whole_program
               ? link_program(input, library.runtime, place.tools, place.scratch.path())
               : merge_objects(input, place.tools, place.scratch.path());
  });
  program.log = options.notes + front.messages + found.warnings;
  store_build(place.cache, build, unit, front, {key, program.log, {}});
  return program;
}

}  // namespace

CompiledProgram compile_opencl(const std::string& source_text, const std::string& file_name,
                               const CompileOptions& options) {
  return compile_unit({source_text, file_name, options, true});
}

CompiledProgram compile_object(const std::string& source_text, const std::string& file_name,
                               const CompileOptions& options) {
  CompileOptions wide = options;
  wide.double_precision = true;
  return compile_unit({source_text, file_name, wide, false});
}

CompiledProgram link_objects(const std::vector<std::vector<std::byte>>& objects,
                             const CompileOptions& options, bool library) {
  check_link_options(options);
  LinkInput input{"the program", {}, {}};
  for (const std::vector<std::byte>& object : objects) {
    input.objects.push_back(checked_object(object, input.objects.size(), input.table));
  }
  const Workplace place(options);
  const DeviceLibrary device = library_of(place, true);
  std::string identity = device.hash;
  for (const std::string& object : input.objects) identity += content_hash(object);
  const std::string key = (library ? "merged-" : "linked-") + content_hash(identity);
  return obtain(place, key, [&] {
    return library ? merge_objects(input, place.tools, place.scratch.path())
                   : link_program(input, device.runtime, place.tools, place.scratch.path());
  });
}

}  // namespace lanefold
