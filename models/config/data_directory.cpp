// SPDX-License-Identifier: Apache-2.0
// Finding the data that comes with the program.
#include "config/data_directory.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "common/text.h"
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
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path share = program.parent_path().parent_path() / "share" / "lanefold" / name;
  return first_directory(name, {std::string(LANEFOLD_SOURCE_DIR) + "/" + name, share.string()});
}

}  // namespace lanefold
