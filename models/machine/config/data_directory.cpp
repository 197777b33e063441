// SPDX-License-Identifier: Apache-2.0
// Finding the data that comes with the program.
#include "machine/config/data_directory.h"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"

namespace lanefold {

namespace fs = std::filesystem;

std::string first_directory(const std::string& what, const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    std::error_code ignored;
    if (fs::is_directory(place, ignored)) return place;
  }
  throw Error(ErrorKind::File,
              "the directory of " + what + " is not found; looked in " + join(places, ", "));
}

namespace {

/// The program or the shared library that this code is part of. A program's name is the one by
/// which it was called, which need not be a path.
fs::path own_file() {
  Dl_info info{};
  std::error_code ignored;
  if (dladdr(reinterpret_cast<void*>(&own_file), &info) == 0) return {};
  const fs::path name = info.dli_fname;
  return fs::canonical(name.has_parent_path() ? name : fs::path("/proc/self/exe"), ignored);
}

}  // namespace

std::string data_directory(const std::string& name) {
  std::string variable = name == "configs" ? "LANEFOLD_CONFIG_DIR" : "LANEFOLD_";
  if (name != "configs") {
    for (const char c : name) {
      variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    variable += "_DIR";
  }
  if (const char* chosen = std::getenv(variable.c_str()); chosen != nullptr && *chosen != '\0') {
    return first_directory(name + " ($" + variable + ")", {chosen});
  }
  std::vector<std::string> places;
  // From bin or lib, and from a folder of lib for one architecture.
  fs::path prefix = own_file().parent_path();
  for (int levels = 0; levels < 2; ++levels) {
    prefix = prefix.parent_path();
    places.push_back((prefix / "share" / "lanefold" / name).string());
  }
  places.push_back(std::string(LANEFOLD_SOURCE_DIR) + "/" + name);
  return first_directory(name, places);
}

}  // namespace lanefold
