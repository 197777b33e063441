// SPDX-License-Identifier: Apache-2.0
// What the user asks of profiles, and where they go: `--profile` of run, compare and exec.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/profile_report.h"

namespace lanefold {

/// As they are written on the command line.
struct ProfileOptions {
  std::string view;  ///< lines, functions or instructions; empty: no table
  /// .json, .callgrind or .folded, also followed by .gz; "-" is JSON on standard output.
  std::vector<std::string> files;
  std::size_t top = 15;  ///< rows of a table; 0 is all

  bool wanted() const { return !view.empty() || !files.empty(); }
  /// Whether standard output is one of the files.
  bool prints() const { return std::find(files.begin(), files.end(), "-") != files.end(); }
};

extern const std::vector<std::string> kProfileViews;

/// Throws Error(Usage) unless the name of a file says its format.
void check_profile_file(const std::string& file);

/// Reads the sources that the profile's lines are of, as far as there are files of their names.
void read_sources(ProfileRecord& record);

/// Writes the files. Throws Error(File), and Error(Usage) for several runs in a format that has
/// room for one.
void write_profiles(const ProfileRecord& record, const ProfileOptions& options);

/// The table, or nothing if none is asked for.
std::string profile_table(const ProfileRecord& record, const ProfileOptions& options);

/// Throws Error(Usage) if a format has no room for several runs.
void require_room_for_runs(const ProfileOptions& options);

}  // namespace lanefold
