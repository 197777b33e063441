// SPDX-License-Identifier: Apache-2.0
// Errors of calls of load_snoop.
#include "compiler/snoop_calls.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace lanefold {

const std::string_view kSnoopDeclarations = R"(# 1 "<load_snoop>"
__attribute__((overloadable)) int load_snoop(const __global uchar* address, uchar* value);
__attribute__((overloadable)) int load_snoop(const __global int* address, int* value);
__attribute__((overloadable)) int load_snoop(const __global uint* address, uint* value);
__attribute__((overloadable)) int load_snoop(const __global float* address, float* value);
)";

namespace {

constexpr std::string_view kSentence =
    "load_snoop takes a __global pointer and a pointer to a private variable of the same type, "
    "which is uchar, int, uint or float";

/// Where what clang says of a call begins; npos if the line is no such error.
std::size_t snoop_error(std::string_view line) {
  constexpr std::string_view kError = ": error: ";
  const std::size_t mark = line.find(kError);
  if (mark == std::string_view::npos) return mark;
  const std::string_view said = line.substr(mark + kError.size());
  const bool ours = starts_with(said, "no matching function for call to 'load_snoop'") ||
                    starts_with(said, "call to 'load_snoop' is ambiguous");
  return ours ? mark + kError.size() : std::string_view::npos;
}

/// Whether the line begins another message, or is the count at the end.
bool begins_message(std::string_view line) {
  constexpr std::array<std::string_view, 4> kMarks{
      ": error: ", ": warning: ", ": note: ", " generated."};
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return line.find(mark) != std::string_view::npos;
  });
}

}  // namespace

std::string explain_snoop_calls(std::string_view messages) {
  std::string result;
  bool explained = false;  // the message before
  bool note = false;       // of a declaration: clang shows its line
  for (const std::string& line : split(messages, '\n')) {
    if (begins_message(line)) {
      note = explained && starts_with(line, "<load_snoop>:");
      explained = note || snoop_error(line) != std::string::npos;
    }
    if (note) continue;
    const std::size_t place = snoop_error(line);
    result += line.substr(0, place);
    if (place != std::string::npos) result += kSentence;
    result += '\n';
  }
  if (!result.empty()) result.pop_back();
  return result;
}

}  // namespace lanefold
