// SPDX-License-Identifier: Apache-2.0
// Bril's import extension: one program of several files.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tools/bril/program.h"

namespace lanefold::bril {

struct SourceFile {
  std::string name;      ///< as messages call it
  std::string identity;  ///< the same for all names of one file
  std::string content;
};

/// Where the files are that programs import from.
struct Libraries {
  std::string program;  ///< identity of the program's own file; empty if it has none
  /// The file that a path means in the file of this name; nothing if there is none.
  std::function<std::optional<SourceFile>(const std::string& path, const std::string& importer)>
      find;
};

/// The program with the functions that it imports, those that they call, and no imports. A file's
/// functions see each other and what their own file imports, by the names that it gives them; files
/// may import each other, and a function that is imported can be imported from there, too. In the
/// result, functions have the names by which the program calls them. Others keep theirs, or have
/// one like it that is not taken. Throws Error(Program) for a file, an imported or a called
/// function that does not exist, and for two functions of one name in a file.
Program linked(Program program, const Libraries& libraries);

}  // namespace lanefold::bril
