// SPDX-License-Identifier: Apache-2.0
// A private folder for intermediate files that disappears with the object.
#include "compiler/temporary_directory.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "lanefold/error.h"

namespace lanefold {

TemporaryDirectory::TemporaryDirectory() {
  std::error_code failure;
  std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
  if (failure) parent = "/tmp";
  std::string pattern = (parent / "lanefold-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Error(ErrorKind::File, "cannot create a temporary folder in " + parent.string() +
                                     "; set TMPDIR to a writable folder");
  }
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace lanefold
