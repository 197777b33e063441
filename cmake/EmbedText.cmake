# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that defines lanefold::FUNCTION(): name and text of each of FILES. Names are relative to ROOT, if it is
# given. With DRIVER also driver_version(): a hash of the contents of these files.

set(body "")
foreach(path IN LISTS FILES)
  if(ROOT)
    file(RELATIVE_PATH name "${ROOT}" "${path}")
  else()
    get_filename_component(name "${path}" NAME)
  endif()
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
if(DRIVER)
  foreach(source IN LISTS DRIVER)
    file(SHA1 "${source}" hash)
    string(APPEND version "${hash}")
  endforeach()
  string(SHA1 version "${version}")
  set(version "std::string driver_version();\nstd::string driver_version() { return \"${version}\"; }\n")
endif()
file(WRITE "${OUTPUT}" "// Generated from files of the source tree.
#include <string>
#include <vector>

#include \"base/embedded_file.h\"

namespace lanefold {

const std::vector<EmbeddedFile>& ${FUNCTION}();
const std::vector<EmbeddedFile>& ${FUNCTION}() {
  static const std::vector<EmbeddedFile> files = {
${body}  };
  return files;
}
${version}
}  // namespace lanefold
")
