// SPDX-License-Identifier: Apache-2.0
// Finding what is built or installed beside the program.
#include "beside_program.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {

std::string file_beside_program(const std::vector<std::string>& folders, const std::string& name,
                                const std::string& missing, const std::string& remedy) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path root = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  std::vector<std::string> places;
  std::vector<std::string> all = folders;
  all.insert(all.end(), {LANEFOLD_LIBRARY_FOLDER, "lib"});
  for (const std::string& folder : all) {
    std::string file = (root / folder / name).string();
    if (fs::is_regular_file(file, ignored)) return file;
    if (std::find(places.begin(), places.end(), file) == places.end()) places.push_back(file);
  }
  throw Error(ErrorKind::File,
              missing + "; looked for " + join(places, ", ") + " (" + remedy + ")");
}

std::string driver_file() {
  namespace fs = std::filesystem;
  const char* chosen = std::getenv("LANEFOLD_ICD");
  std::error_code ignored;
  if (chosen != nullptr && *chosen != '\0') {
    if (fs::is_regular_file(chosen, ignored)) return fs::absolute(chosen).string();
    throw Error(ErrorKind::File, std::string("there is no file ") + chosen + " ($LANEFOLD_ICD)");
  }
  return file_beside_program({"icd"}, "liblanefold_icd.so", "the OpenCL driver is not found",
                             "scripts/build makes it; LANEFOLD_ICD may name it");
}

std::string reference_file() {
  return file_beside_program({"opencl_device"}, "liblanefold_reference.so",
                             "--against: the module with other OpenCL platforms is not found",
                             "scripts/build makes it");
}

}  // namespace lanefold
