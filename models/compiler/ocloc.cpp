// SPDX-License-Identifier: Apache-2.0
// Runs Intel's offline compiler. What OpenCL lets a compiler choose is set before the source, in
// lines of their own: its option for definitions takes neither quotes nor blanks.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/output_file.h"
#include "base/text.h"
#include "compiler/build_options.h"
#include "compiler/build_record.h"
#include "compiler/cache.h"
#include "compiler/device_library.h"
#include "compiler/files.h"
#include "compiler/front_end.h"
#include "compiler/included_files.h"
#include "compiler/source_text.h"
#include "compiler/temporary_directory.h"
#include "compiler/tools.h"
#include "lanefold/compiler.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using Json = nlohmann::json;

/// The compiler, and what changes when it is replaced: most of it is in libraries.
struct Ocloc {
  fs::path program;
  std::string fingerprint;
};

Ocloc describe_ocloc() {
  Ocloc ocloc;
  ocloc.program = find_ocloc();
  ocloc.fingerprint = describe_file(ocloc.program);
  const fs::path prefix = ocloc.program.parent_path().parent_path();
  for (const char* folder : {"lib", "lib64", "lib/x86_64-linux-gnu"}) {
    for (const char* library : {"libocloc.so", "libigc.so.1", "libigdfcl.so.1"}) {
      const fs::path path = prefix / folder / library;
      std::error_code ignored;
      if (fs::exists(path, ignored)) ocloc.fingerprint += describe_file(path);
    }
  }
  return ocloc;
}

/// The user's options: those that are definitions, folders, and others.
struct SortedOptions {
  std::string definitions;  ///< as lines
  std::vector<fs::path> folders;
  Arguments others;
};

/// As -D of a compiler: NAME is 1, and what follows the end of a line has no effect.
std::string definition(std::string_view text) {
  text = text.substr(0, text.find_first_of("\r\n"));
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "1" : text.substr(equals + 1);
  return fmt::format("#define {} {}\n", name, value);
}

SortedOptions sort_options(const SourceUnit& unit) {
  SortedOptions sorted;
  const fs::path parent = fs::path(unit.file_name).parent_path();
  const ClangOptions known = clang_options(unit.options.user_options);
  for (const std::string& option : known.arguments) {
    if (starts_with(option, "-D")) {
      sorted.definitions += definition(std::string_view(option).substr(2));
    } else if (starts_with(option, "-I")) {
      sorted.folders.emplace_back(option.substr(2));
    } else if (starts_with(option, "-cl-") || option == "-w" || option == "-Werror") {
      sorted.others.push_back(option);
    }
  }
  sorted.folders.insert(sorted.folders.begin(), parent.empty() ? "." : parent);
  return sorted;
}

/// What stands before the source.
std::string choices(const SourceUnit& unit, const Gen8Options& gen8) {
  std::string text = "#define load_snoop(p, d) (*(d) = *(p), 1)\n#define __LANEFOLD__ 1\n";
  if (!gen8.contract) text += "#pragma OPENCL FP_CONTRACT OFF\n";
  if (unit.options.double_precision.value_or(may_use_double(unit))) {
    text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  }
  if (gen8.width != Gen8Width::Compiler) {
    for (const char* word : {"kernel", "__kernel"}) {
      text += fmt::format("#define {0} __attribute__((intel_reqd_sub_group_size({1}))) {0}\n", word,
                          static_cast<unsigned>(gen8.width));
    }
  }
  return text;
}

/// All of the options as one text. Only quotes of one kind group words there.
std::string joined_options(const SortedOptions& sorted, const fs::path& headers) {
  std::string text = "-cl-kernel-arg-info";
  for (const std::string& option : sorted.others) text += ' ' + option;
  std::vector<fs::path> folders = sorted.folders;
  if (!headers.empty()) folders.insert(folders.begin(), headers);
  for (const fs::path& folder : folders) {
    if (folder.string().find('"') != std::string::npos) {
      throw Error(ErrorKind::Compiler, "folder name " + in_quotes(folder.string()) +
                                           " is not valid: the compiler for Gen8 takes no quotes");
    }
    text += " -I \"" + folder.string() + '"';
  }
  return text;
}

std::string key_of(const SourceUnit& unit, const Gen8Options& gen8, const Ocloc& ocloc,
                   const std::string& includes) {
  std::error_code ignored;
  std::vector<std::string> parts = {driver_version(),
                                    ocloc.fingerprint,
                                    choices(unit, gen8),
                                    fs::current_path(ignored).string(),
                                    unit.file_name,
                                    unit.text,
                                    with_lengths(unit.options.user_options),
                                    includes};
  for (const SourceHeader& header : unit.options.headers) {
    parts.push_back(header.name);
    parts.push_back(header.text);
  }
  return "gen8-" + content_hash(with_lengths(parts));
}

/// The key of the build, or nothing if it depends on more than text.
std::optional<std::string> key_of(const SourceUnit& unit, const Gen8Options& gen8,
                                  const Ocloc& ocloc, const SortedOptions& sorted) {
  std::vector<std::string_view> texts = {unit.text, sorted.definitions};
  for (const SourceHeader& header : unit.options.headers) texts.emplace_back(header.text);
  const auto includes = identity_of_includes(texts, sorted.folders);
  if (!includes) return std::nullopt;
  return key_of(unit, gen8, ocloc, *includes);
}

/// The compiler's messages without what it says of its own call, and without names of ours.
std::string clean_log(const std::string& messages, const fs::path& headers) {
  std::string log;
  for (std::string line : split(messages, '\n')) {
    if (line.empty() || starts_with(line, "Build succeeded") || starts_with(line, "Build failed") ||
        starts_with(line, "Command was:")) {
      continue;
    }
    const std::string folder = headers.string() + '/';
    for (std::size_t at = 0; (at = line.find(folder, at)) != std::string::npos;) {
      line.erase(at, folder.size());
    }
    log += line + '\n';
  }
  return log;
}

struct Build {
  std::string elf;
  std::string log;
};

Build run_ocloc(const SourceUnit& unit, const Gen8Options& gen8, const Ocloc& ocloc,
                const SortedOptions& sorted) {
  const TemporaryDirectory scratch;
  const fs::path source = scratch.file("source.cl");
  const fs::path output = scratch.file("output");
  const fs::path headers = scratch.file("headers");
  write_file(source,
             choices(unit, gen8) + sorted.definitions + marked_source(unit.text, unit.file_name));
  write_headers(unit.options.headers, headers);
  fs::create_directories(output);
  const ToolResult result =
      run_tool(ocloc.program,
               {"compile", "-file", source.string(), "-device", "bdw", "-32", "--format", "zebin",
                "-exclude_ir", "-output", "program", "-out_dir", output.string(), "-options",
                joined_options(sorted, unit.options.headers.empty() ? fs::path() : headers),
                "-internal_options", "-cl-intel-has-buffer-offset-arg"},
               {scratch.path(), ".", {}});
  if (result.signal != 0) {
    throw Error(
        ErrorKind::Compiler,
        fmt::format("{}: Intel's offline compiler ({}, of the package intel-opencl-icd) "
                    "crashes on this program with signal {}; with another width or other build "
                    "options it may not",
                    unit.file_name, ocloc.program.string(), result.signal));
  }
  const std::string log = clean_log(result.messages, headers);
  if (!result.succeeded || result.messages.find("Build succeeded") == std::string::npos) {
    throw Error(ErrorKind::Compiler,
                fmt::format("{} does not compile for Gen8:\n{}", unit.file_name,
                            log.empty() ? ocloc.program.string() + " says nothing" : log));
  }
  for (const auto& entry : fs::directory_iterator(output)) {
    if (entry.path().extension() == ".bin") return {read_result(entry.path()), log};
  }
  throw Error(ErrorKind::Compiler, fmt::format("{} has written no binary of {}",
                                               ocloc.program.string(), unit.file_name));
}

CompiledProgram as_program(const Build& build, const std::string& notes, bool from_cache) {
  const auto* first = reinterpret_cast<const std::byte*>(build.elf.data());
  return {{first, first + build.elf.size()}, notes + build.log, from_cache};
}

std::optional<Build> load(const CompilationCache& cache, const std::optional<std::string>& key) {
  const auto content = key ? cache.load(*key) : std::nullopt;
  if (!content) return std::nullopt;
  const Json object = Json::from_cbor(*content);
  return Build{object.at(0), object.at(1)};
}

void store(const CompilationCache& cache, const std::string& key, const Build& build) {
  const std::vector<std::uint8_t> bytes = Json::to_cbor(Json::array({build.elf, build.log}));
  cache.store(key, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

CompiledProgram compile_gen8(const std::string& source_text, const std::string& file_name,
                             const CompileOptions& options, const Gen8Options& gen8) {
  const SourceUnit unit{source_text, file_name, options, true};
  const SortedOptions sorted = sort_options(unit);
  const std::string notes = clang_options(options.user_options).notes;
  const Ocloc ocloc = describe_ocloc();
  const CompilationCache cache(options.cache_directory);
  const auto key = key_of(unit, gen8, ocloc, sorted);
  if (const auto known = load(cache, key)) return as_program(*known, notes, true);
  const Build build = run_ocloc(unit, gen8, ocloc, sorted);
  // A file that changed meanwhile may have been read before or after that.
  if (key && key == key_of(unit, gen8, ocloc, sorted)) store(cache, *key, build);
  return as_program(build, notes, false);
}

}  // namespace lanefold
