// SPDX-License-Identifier: Apache-2.0
// The line table of the program, read only when a message needs it.
#include <fmt/format.h>

#include "decisions/program/program_image.h"
#include "decisions/program/source_places.h"

namespace lanefold {

std::string source_line(const SourcePlaces& places, std::uint32_t pc) {
  const SourceLine line = places.line(pc);
  return line.known() ? fmt::format("{}:{}", line.file, line.number) : std::string();
}

std::string source_line(const ProgramImage& image, std::uint32_t pc) {
  return source_line(SourcePlaces(image.elf), pc);
}

}  // namespace lanefold
