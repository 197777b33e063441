// SPDX-License-Identifier: Apache-2.0
// A layout begins with a line that ends in "remark: ", names the function, has a line for each
// object, such as "Offset: [SP-8], Type: Spill, Align: 4, Size: 4", and ends with the option.
#include "compiler/stack_spills.h"

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/text.h"

namespace lanefold {
namespace {

constexpr std::string_view kFunction = "Function: ";
constexpr std::string_view kObject = "Offset: [SP";

std::string without_option(const std::string& line) {
  const std::size_t option = line.find(std::string(" [") + kFrameLayoutOption);
  return option == std::string::npos ? line : line.substr(0, option);
}

/// The number behind a word of the line.
std::optional<long> number_behind(const std::string& line, std::string_view word) {
  const std::size_t at = line.find(word);
  if (at == std::string::npos) return {};
  const char* const begin = line.c_str() + at + word.size();
  char* end = nullptr;
  const long number = std::strtol(begin, &end, 10);
  return end == begin ? std::nullopt : std::optional(number);
}

}  // namespace

StackSpills spills_in(const std::string& messages) {
  StackSpills spills;
  std::string function;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    if (starts_with(line, kFunction)) {
      function = without_option(line.substr(kFunction.size()));
    } else if (starts_with(line, kObject) && line.find("Type: Spill,") != std::string::npos) {
      const auto offset = number_behind(line, kObject);
      const auto bytes = number_behind(line, "Size: ");
      if (offset && bytes && *bytes > 0) {
        spills[function].push_back(
            {static_cast<std::int32_t>(*offset), static_cast<std::uint32_t>(*bytes)});
      }
    }
  }
  return spills;
}

std::string without_frame_layouts(const std::string& messages) {
  std::string others;
  bool inside = false;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    inside |= starts_with(line, "remark: ") || line.find(": remark: ") != std::string::npos;
    if (!inside) others += line + '\n';
    if (line.find(kFrameLayoutOption) != std::string::npos) inside = false;
  }
  return others;
}

}  // namespace lanefold
