// SPDX-License-Identifier: Apache-2.0
// Where the instructions of a program come from: its line table, inlined functions and symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/source_frame.h"

namespace lanefold {

/// Reads an ELF file, which outlives it. One without any of these is no error.
class SourcePlaces {
 public:
  explicit SourcePlaces(const std::vector<std::byte>& file);
  ~SourcePlaces();
  SourcePlaces(const SourcePlaces&) = delete;
  SourcePlaces& operator=(const SourcePlaces&) = delete;

  /// Of the instruction at a pc; not known if the line table does not have it.
  SourceLine line(std::uint32_t pc) const;
  /// The function of that instruction, and those into which it was inlined, the innermost first.
  /// Of a function without debug information, its symbol alone.
  std::vector<SourceFrame> stack(std::uint32_t pc) const;

 private:
  class Reader;

  std::unique_ptr<Reader> reader_;
};

/// "file.cl:12" for a pc, or an empty string when the line table does not know it. Whoever asks for
/// many keeps the places: reading them takes as long as the program is.
std::string source_line(const SourcePlaces& places, std::uint32_t pc);

}  // namespace lanefold
