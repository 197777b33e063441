// SPDX-License-Identifier: Apache-2.0
// Runs clang's front end.
#include "compiler/front_end.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/output_file.h"
#include "compiler/build_options.h"
#include "compiler/build_record.h"
#include "compiler/device_library.h"
#include "compiler/files.h"
#include "compiler/ir_module.h"
#include "compiler/snoop_calls.h"
#include "compiler/source_scan.h"
#include "compiler/source_text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// What cl_khr_subgroups has and clang does not know in OpenCL C 1.2.
constexpr std::string_view kSubGroupDeclarations =
    "# 1 \"<cl_khr_subgroups>\"\n"
    "__attribute__((overloadable)) uint get_enqueued_num_sub_groups(void);\n";

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

void append(Arguments& arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

/// The source with declarations before it.
std::string declared_source(const SourceUnit& unit) {
  return std::string(kSnoopDeclarations) + std::string(kSubGroupDeclarations) +
         marked_source(without_known_pragmas(unit.text), unit.file_name);
}

/// A folder as seen from where the application is; "." if that is gone.
std::string working_folder(const fs::path& folder) {
  std::error_code failure;
  const fs::path here = fs::current_path(failure);
  return failure ? "." : (here / folder).string();
}

/// Where clang looks for included files, and the folder that it runs in. Headers given as text go
/// first, also before the folder that the source is in.
Arguments search_folders(const SourceUnit& unit, const fs::path& scratch, fs::path& folder) {
  Arguments arguments = clang_options(unit.options.user_options).arguments;
  const fs::path named = fs::path(unit.file_name).parent_path();
  const fs::path parent = named.empty() ? "." : named;
  if (unit.options.headers.empty()) {
    append(arguments, {"-iquote", parent.string()});
    return arguments;
  }
  folder = scratch / "headers";
  write_headers(unit.options.headers, folder);
  for (std::string& argument : arguments) {
    if (argument.substr(0, 2) == "-I") argument = "-I" + fs::absolute(argument.substr(2)).string();
  }
  arguments.insert(arguments.begin(), "-I.");
  append(arguments, {"-iquote", ".", "-iquote", working_folder(parent)});
  return arguments;
}

/// Clang names files without the slash that ends the name of a folder.
std::string without_end(std::string folder) {
  if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder;
}

/// The folders that arguments and environment name. Nothing between two colons is ".".
std::vector<std::string> folders_in(const Arguments& search) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < search.size(); ++i) {
    if (search[i] == "-iquote") folders.push_back(without_end(search[i + 1]));
    if (search[i].substr(0, 2) == "-I") folders.push_back(without_end(search[i].substr(2)));
  }
  for (const std::string& list : environment_of_folders()) {
    for (std::size_t start = 0; !list.empty() && start <= list.size();) {
      const std::size_t end = std::min(list.find(':', start), list.size());
      folders.push_back(end == start ? "." : without_end(list.substr(start, end - start)));
      start = end + 1;
    }
  }
  return folders;
}

FrontEndResult run_once(const SourceUnit& unit, const Tools& tools, const fs::path& scratch,
                        bool double_precision, bool half_precision) {
  const fs::path source = scratch / "source.cl";
  const fs::path output = scratch / "source.ll";
  fs::path folder = ".";
  write_file(source, declared_source(unit));
  Arguments arguments = target_arguments(double_precision);
  append(arguments, language_arguments(double_precision, half_precision));
  append(arguments, {"-cl-kernel-arg-info", "-gline-tables-only", "-fdebug-compilation-dir=."});
  // An `inline` function is code of its own, as with GNU C; a later link could meet it twice.
  if (unit.whole_program) arguments.emplace_back("-fgnu89-inline");
  const Arguments search = search_folders(unit, scratch, folder);
  append(arguments, search);
  const fs::path dependencies = scratch / "source.d";
  append(arguments, {"-MD", "-MT", "source", "-MF", dependencies.string()});
  // Read from standard input, the source leaves no temporary name in the result.
  append(arguments, {"-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", output.string(),
                     "-Xclang", "-main-file-name", "-Xclang", unit.file_name, "-"});
  const ToolResult result = run_tool(tools.clang, arguments, {scratch, folder, source});
  FrontEndResult front;
  front.succeeded = result.succeeded;
  front.double_precision = double_precision;
  front.messages = explain_snoop_calls(result.messages);
  if (!result.succeeded) return front;
  front.ir = read_result(output);
  front.included = named_files(read_result(dependencies));
  front.search_folders = folders_in(search);
  return front;
}

/// Double precision costs every float register its upper half, so it is on only where it makes a
/// difference: the source mentions it and other code comes out, or does not compile without.
template <class Run>
FrontEndResult run_as_needed(const SourceUnit& unit, Run&& run) {
  if (!may_use_double(unit)) {
    FrontEndResult single = run(false);
    const bool refused = single.messages.find("cl_khr_fp64 support") != std::string::npos;
    return !single.succeeded && refused ? run(true) : single;
  }
  FrontEndResult wide = run(true);
  if (wide.succeeded && uses_double(wide.ir)) return wide;
  FrontEndResult single = run(false);
  // A float and a constant without a suffix may be one argument each of an ambiguous call.
  if (!wide.succeeded) return single.succeeded ? single : wide;
  if (!single.succeeded || !same_code(wide.ir, single.ir)) return wide;
  // Without its warning that a pragma for doubles is of no use.
  single.messages = wide.messages;
  return single;
}

/// Whether it holds for the source or for a definition among the options.
template <class Condition>
bool any_text(const SourceUnit& unit, Condition&& holds) {
  const Arguments arguments = clang_options(unit.options.user_options).arguments;
  return holds(unit.text) ||
         std::any_of(arguments.begin(), arguments.end(), [&](const std::string& argument) {
           return argument.substr(0, 2) == "-D" && holds(argument.substr(2));
         });
}

}  // namespace

std::vector<std::string> environment_of_folders() {
  std::vector<std::string> lists;
  for (const char* name : {"CPATH", "C_INCLUDE_PATH"}) {
    const char* const list = std::getenv(name);
    lists.emplace_back(list == nullptr ? "" : list);
  }
  return lists;
}

bool may_use_double(const SourceUnit& unit) {
  const auto& options = unit.options.user_options;
  const bool single =
      std::find(options.begin(), options.end(), "-cl-single-precision-constant") != options.end();
  return any_text(unit, [=](std::string_view text) { return mentions_double(text, single); });
}

FrontEndResult run_front_end(const SourceUnit& unit, const Tools& tools, const fs::path& scratch) {
  const fs::path mark = scratch / "start";
  write_file(mark, "");
  const auto start = last_change(mark);
  std::vector<std::string> included;
  const auto run_with = [&](bool halves) {
    const auto run = [&](bool wide) {
      FrontEndResult result = run_once(unit, tools, scratch, wide, halves);
      append(included, result.included);
      return result;
    };
    const auto& chosen = unit.options.double_precision;
    return chosen ? run(*chosen) : run_as_needed(unit, run);
  };
  const bool halves = any_text(unit, mentions_half);
  FrontEndResult result = run_with(halves);
  if (!result.succeeded && halves) {
    // With functions of halves, a call with an integer among its arguments may be ambiguous.
    FrontEndResult without = run_with(false);
    if (without.succeeded) result = std::move(without);
  }
  result.included = std::move(included);
  if (start) result.start = *start;
  return result;
}

}  // namespace lanefold
