// SPDX-License-Identifier: Apache-2.0
// Where in a source an instruction comes from.
#pragma once

#include <cstdint>
#include <string>

namespace lanefold {

/// A line of a source.
struct SourceLine {
  std::string file;          ///< as the compiler was told; empty if it is not known
  std::uint32_t number = 0;  ///< from 1 on; 0 if it is not known

  bool known() const { return !file.empty() && number != 0; }
  friend bool operator==(const SourceLine& a, const SourceLine& b) {
    return a.number == b.number && a.file == b.file;
  }
  friend bool operator<(const SourceLine& a, const SourceLine& b) {
    return a.file != b.file ? a.file < b.file : a.number < b.number;
  }
};

/// A function that an instruction belongs to, and the line in it: of the instruction or, if another
/// function was inlined there, of that call.
struct SourceFrame {
  std::string function;  ///< empty if it is not known
  SourceLine line;
};

}  // namespace lanefold
