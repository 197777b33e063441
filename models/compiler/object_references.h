// SPDX-License-Identifier: Apache-2.0
// What the parts of a relocatable ELF file refer to, by its symbols and relocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace lanefold {

/// A function, or a section: a table of constants may have addresses too.
struct ObjectPart {
  std::set<std::size_t> variables;  ///< of the object, by number
  std::set<std::size_t> own;        ///< parts of the object, by number
  std::set<std::string> others;     ///< symbols that the link resolves
};

/// The variables without initial values in one or more sections of a name.
struct ObjectVariables {
  std::string section;
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
};

struct ObjectSymbol {
  std::string name;
  std::size_t part = 0;
};

struct ObjectReferences {
  std::vector<ObjectPart> parts;
  std::vector<ObjectSymbol> symbols;  ///< that other objects may use
  std::vector<ObjectVariables> variables;
};

/// Empty for what is no relocatable ELF file.
ObjectReferences object_references(std::string object);

}  // namespace lanefold
