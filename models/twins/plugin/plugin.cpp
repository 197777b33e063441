// SPDX-License-Identifier: Apache-2.0
// scripts/twin_plugin.py makes the shared object, unless the cache has it.
#include "twins/plugin/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/embedded_file.h"
#include "base/output_file.h"
#include "base/text.h"
#include "compiler/cache.h"
#include "compiler/files.h"
#include "compiler/temporary_directory.h"
#include "compiler/tools.h"
#include "lanefold/error.h"
#include "twins/plugin/plugin_tools.h"

namespace lanefold {

/// Scripts, headers and RTL, at their places in the source tree.
const std::vector<EmbeddedFile>& plugin_files();

namespace {

namespace fs = std::filesystem;

void check_files(const OwnRtl& rtl) {
  for (const std::string& file : rtl.files) {
    std::error_code error;
    const bool regular = fs::is_regular_file(file, error);
    if (!regular || !std::ifstream(file)) {
      throw Error(ErrorKind::File, file + " cannot be read: " +
                                       (error ? error.message() : "it is no readable file"));
    }
  }
  for (const std::string& folder : rtl.includes) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
      throw Error(ErrorKind::File,
                  "the folder " + in_quotes(folder) + " of --include is not there");
    }
  }
}

/// A folder with all that the script needs, and the script's two actions in it.
class PluginBuild {
 public:
  PluginBuild(const OwnRtl& rtl, const RtlShape& geometry)
      : rtl_(rtl), tools_(find_plugin_tools()) {
    for (const EmbeddedFile& file : plugin_files()) {
      const fs::path path = folder_.path() / file.name;
      fs::create_directories(path.parent_path());
      write_file(path, file.text);
    }
    nlohmann::json wish{{"block", rtl.block},
                        {"geometry", {geometry.lanes, geometry.alu_width}},
                        {"files", rtl.files},
                        {"top", nullptr},
                        {"includes", rtl.includes},
                        {"verilator", tools_.verilator.string()},
                        {"compiler", tools_.compiler.string()},
                        {"flags", tools_.flags},
                        {"tools", tools_.fingerprint}};
    if (rtl.top) wish["top"] = *rtl.top;
    write_file(folder_.file("wish.json"), wish.dump());
  }

  /// Under which the cache has the shared object.
  std::string key() const {
    act("check");
    std::string text = read_result(folder_.file("fingerprint"));
    for (const EmbeddedFile& file : plugin_files()) text += file.name + '\n' + file.text;
    return "plugin-" + content_hash(text);
  }
  fs::path build() const {
    act("build");
    return object();
  }
  /// Where the shared object stands, or is to be put.
  fs::path object() const { return folder_.file("plugin.so"); }

 private:
  void act(const char* action) const {
    const ToolResult result = run_tool(
        tools_.python,
        {"-s", "-B", (folder_.path() / "scripts/twin_plugin.py").string(), action, folder_.path()},
        {folder_.path(), ".", {}});
    if (rtl_.verbose) std::fputs(result.messages.c_str(), stderr);
    if (result.succeeded) return;
    if (const auto refusal = read_file(folder_.file("refusal"))) {
      throw Error(static_cast<ErrorKind>(result.exit_code), *refusal);
    }
    const std::vector<std::string> lines = split(result.messages, '\n');
    throw Error(ErrorKind::Compiler,
                fmt::format("{} cannot make a twin of {}: {}", tools_.python.string(),
                            rtl_.files.front(), lines[lines.size() < 2 ? 0 : lines.size() - 2]));
  }

  const OwnRtl& rtl_;
  TemporaryDirectory folder_;
  PluginTools tools_;
};

template <class Function>
Function* symbol(void* object, const char* name) {
  return reinterpret_cast<Function*>(dlsym(object, name));
}

/// The shared object stays loaded: there may always be a twin left that runs in it.
PluginModels open(const fs::path& file, const std::string& source) {
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) {
    std::string reason = dlerror();
    reason.erase(0, starts_with(reason, file.string() + ": ") ? file.string().size() + 2 : 0);
    throw Error(ErrorKind::Compiler,
                "what was compiled of " + source + " cannot be loaded: " + reason);
  }
  auto* const models = symbol<const void*()>(object, "lanefold_plugin_models");
  auto* const left_out = symbol<const char*()>(object, "lanefold_plugin_left_out");
  return {*static_cast<const std::vector<RtlModel>*>(models()), left_out()};
}

}  // namespace

PluginModels load_own_rtl(const OwnRtl& rtl, const RtlShape& geometry) {
  check_files(rtl);
  const PluginBuild build(rtl, geometry);
  const CompilationCache cache{fs::path()};
  const std::string key = build.key();
  if (const std::optional<std::string> kept = cache.load(key)) {
    write_file(build.object(), *kept);
  } else {
    cache.store(key, read_result(build.build()));
  }
  return open(build.object(), rtl.files.front());
}

}  // namespace lanefold
