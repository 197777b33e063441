# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that defines lanefold::device_library_files(): name and text of each of FILES; and driver_version(): a
# hash of the contents of DRIVER.

set(body "")
foreach(path IN LISTS FILES)
  get_filename_component(name "${path}" NAME)
  file(READ "${path}" text)
  # A string literal may have 65,535 bytes by the standard: long files become several.
  set(pieces "")
  string(LENGTH "${text}" length)
  set(start 0)
  while(start LESS length)
    string(SUBSTRING "${text}" ${start} 60000 piece)
    string(APPEND pieces "R\"~~(${piece})~~\"\n")
    math(EXPR start "${start} + 60000")
  endwhile()
  string(APPEND body "      {\"${name}\", ${pieces}},\n")
endforeach()
set(version "")
foreach(source IN LISTS DRIVER)
  file(SHA1 "${source}" hash)
  string(APPEND version "${hash}")
endforeach()
string(SHA1 version "${version}")
file(WRITE "${OUTPUT}" "// Generated from models/compiler/device_library and what it includes.
#include \"compiler/device_library.h\"
namespace lanefold {
const std::vector<LibraryFile>& device_library_files() {
  static const std::vector<LibraryFile> files = {
${body}  };
  return files;
}
std::string driver_version() { return \"${version}\"; }
}  // namespace lanefold
")
