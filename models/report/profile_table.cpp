// SPDX-License-Identifier: Apache-2.0
// Rows of a profile's tables.
#include "report/profile_table.h"

#include <fmt/format.h>

namespace lanefold {

namespace {

/// Not the function's whole code, which its bare name would say.
std::string name_without_line(const std::string& function) {
  return function == kNoFunction ? "(no line)" : function + " (no line)";
}

}  // namespace

std::vector<ProfileGroup> groups_of(const KernelProfile& kernel, ProfileView view) {
  switch (view) {
    case ProfileView::Lines:
      return groups_by_line(kernel);
    case ProfileView::Functions:
      return groups_by_function(kernel);
    case ProfileView::Instructions:
      break;
  }
  return groups_by_instruction(kernel);
}

std::string row_name(const ProfileGroup& group, ProfileView view) {
  if (view == ProfileView::Functions) return group.function;
  if (view == ProfileView::Lines) {
    return group.line.known() ? text_of_line(group.line) : name_without_line(group.function);
  }
  const ProfiledInstruction& one = *group.instructions.front();
  return fmt::format("{:#x} {}", one.pc, one.text);
}

const char* name_of_view(ProfileView view) {
  switch (view) {
    case ProfileView::Lines:
      return "line";
    case ProfileView::Functions:
      return "function";
    case ProfileView::Instructions:
      break;
  }
  return "instruction";
}

std::string TableWithText::text() const {
  constexpr std::size_t kMost = 60;  // columns of a text
  const std::vector<std::string> lines = split(table_.text(), '\n');
  std::string all;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const std::string text = texts_[i].substr(0, kMost);
    all += lines[i] + (text.empty() ? "" : "  " + text) + "\n";
  }
  return all;
}

}  // namespace lanefold
