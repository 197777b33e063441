// SPDX-License-Identifier: Apache-2.0
// Profiles as a table for people, as JSON, and as files of other tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lanefold/machine_config.h"
#include "lanefold/profile.h"

namespace lanefold {

/// Changes whenever a name or a meaning in the JSON text changes.
constexpr const char* kProfileSchema = "lanefold.profile/1";

/// One machine on which the program ran.
struct ProfiledRun {
  std::string label;  ///< what distinguishes it from others, such as "scc"; empty if it is alone
  MachineConfig machine;
  std::vector<KernelProfile> kernels;
  Curves curves;
};

struct ProfileRecord {
  std::string program;  ///< workload or file name without its folder
  std::string size;     ///< tiny, default, paper; empty for user kernels
  std::uint64_t seed = 0;
  std::map<std::string, std::string> parameters;  ///< of the workload, as given
  std::vector<ProfiledRun> runs;
  std::map<std::string, std::string> sources;  ///< text of each source that is known, by file
};

enum class ProfileView : std::uint8_t { Lines, Instructions, Functions };

/// Kernels, each with its lines, instructions or functions, the most expensive first and the rest
/// added up. `top` is how many; 0 is all. Where no line is known, instructions are shown in place
/// of lines, with a sentence that says so. Of several runs, a line has the cycles of each.
std::string profile_text(const ProfileRecord& record, ProfileView view, std::size_t top);

/// JSON text, ending in a newline. docs/reference/profile.md explains every name.
std::string profile_json(const ProfileRecord& record);

/// For KCachegrind and callgrind_annotate. Of the first run.
std::string profile_callgrind(const ProfileRecord& record);

/// A line for each stack of inlined functions and its line, with lane-slots: "collapsed stacks" as
/// flame graphs and speedscope read them. Of the first run.
std::string profile_folded(const ProfileRecord& record);

}  // namespace lanefold
