// SPDX-License-Identifier: Apache-2.0
// What the tables of one run, and of several, have in common.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "lanefold/profile_report.h"
#include "report/profile_groups.h"

namespace lanefold {

/// Rows of a view, the most expensive first.
std::vector<ProfileGroup> groups_of(const KernelProfile& kernel, ProfileView view);
/// What a row is called.
std::string row_name(const ProfileGroup& group, ProfileView view);
/// "line", "function" or "instruction".
const char* name_of_view(ProfileView view);

/// A table whose last column is text, which may be long.
class TableWithText {
 public:
  TableWithText(std::vector<std::string> header, const std::string& text)
      : table_(std::move(header)), texts_{text, ""} {}
  void row(std::vector<std::string> cells, const std::string& text = {}) {
    table_.row(std::move(cells));
    texts_.push_back(text);
  }
  std::string text() const;

 private:
  TextTable table_;
  std::vector<std::string> texts_;
};

/// Several runs beside each other: see profile_text.
std::string compared_profiles(const ProfileRecord& record, ProfileView view, std::size_t top);

}  // namespace lanefold
