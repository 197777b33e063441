// SPDX-License-Identifier: Apache-2.0
// Names with versions.
#include "versions.h"

#include <cstring>

namespace lanefold::icd {
namespace {

cl_name_version named(const char* name, cl_version version) {
  cl_name_version entry{};
  entry.version = version;
  std::strncpy(entry.name, name, sizeof entry.name - 1);
  return entry;
}

}  // namespace

std::string text_of(const Extensions& extensions) {
  std::string text;
  for (const char* name : extensions) text += std::string(text.empty() ? "" : " ") + name;
  return text;
}

std::vector<cl_name_version> versions_of(const Extensions& extensions) {
  std::vector<cl_name_version> entries;
  for (const char* name : extensions) entries.push_back(named(name, CL_MAKE_VERSION(1, 0, 0)));
  return entries;
}

std::vector<cl_name_version> language_versions() {
  std::vector<cl_name_version> entries;
  for (cl_uint minor = 0; minor <= CL_VERSION_MINOR(kOpenClVersion); ++minor) {
    entries.push_back(named("OpenCL C", CL_MAKE_VERSION(1, minor, 0)));
  }
  return entries;
}

}  // namespace lanefold::icd
