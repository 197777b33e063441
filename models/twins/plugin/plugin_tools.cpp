// SPDX-License-Identifier: Apache-2.0
// Looks for the programs, and asks Verilator for its version.
#include "twins/plugin/plugin_tools.h"

#include "base/python.h"
#include "base/text.h"
#include "compiler/temporary_directory.h"
#include "compiler/tools.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr const char* kUser = "RTL of your own";

/// The compiler of this build, if it is still there.
std::string usual_compiler() {
  std::error_code ignored;
  const bool there = std::filesystem::is_regular_file(LANEFOLD_CXX_COMPILER, ignored);
  return there ? LANEFOLD_CXX_COMPILER : "c++";
}

void check_version(const std::filesystem::path& verilator) {
  const std::string wanted = LANEFOLD_VERILATOR_VERSION;
  const TemporaryDirectory scratch;
  const std::string said = run_tool(verilator, {"--version"}, {scratch.path(), ".", {}}).messages;
  if (starts_with(said, wanted + " ")) return;
  const std::vector<std::string> words = split(said, ' ');
  throw Error(ErrorKind::Compiler,
              "RTL of your own needs " + wanted + ", with which this build was made, but " +
                  verilator.string() + " is " +
                  in_quotes(words[0] + (words.size() > 1 ? " " + words[1] : "")) +
                  "; set LANEFOLD_VERILATOR to the path of that version");
}

}  // namespace

PluginTools find_plugin_tools() {
  PluginTools tools;
  tools.verilator = find_tool({"LANEFOLD_VERILATOR", "verilator", "verilator", kUser});
  tools.compiler = find_tool({"LANEFOLD_CXX", usual_compiler(), "g++", kUser});
  tools.python = find_tool({"LANEFOLD_PYTHON", python_interpreter(), "python3", kUser});
  check_version(tools.verilator);
  tools.flags = split(LANEFOLD_CXX_FLAGS, ' ');
  tools.fingerprint = LANEFOLD_VERILATOR_VERSION + ('\n' + describe_file(tools.compiler));
  return tools;
}

}  // namespace lanefold
