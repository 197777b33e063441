// SPDX-License-Identifier: Apache-2.0
// Profiles in files and as tables.
#include "profile_output.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/output_file.h"
#include "base/text.h"
#include "files.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

enum class Format : std::uint8_t { Json, Callgrind, Folded };

Format format_of(const std::string& file) {
  if (file == "-") return Format::Json;
  fs::path name = file;
  if (name.extension() == ".gz") name = name.stem();
  if (name.extension() == ".json") return Format::Json;
  if (name.extension() == ".callgrind") return Format::Callgrind;
  if (name.extension() == ".folded") return Format::Folded;
  throw Error(ErrorKind::Usage,
              "the name of a profile says its format: " + in_quotes(file) +
                  " ends in neither .json, .callgrind (KCachegrind) nor .folded (speedscope), with "
                  "or without .gz");
}

std::string text_of(const ProfileRecord& record, Format format) {
  switch (format) {
    case Format::Callgrind:
      return profile_callgrind(record);
    case Format::Folded:
      return profile_folded(record);
    case Format::Json:
      break;
  }
  return profile_json(record);
}

ProfileView view_of(const std::string& name) {
  if (name == "functions") return ProfileView::Functions;
  return name == "instructions" ? ProfileView::Instructions : ProfileView::Lines;
}

}  // namespace

const std::vector<std::string> kProfileViews{"lines", "functions", "instructions"};

void check_profile_file(const std::string& file) { format_of(file); }

void require_room_for_runs(const ProfileOptions& options) {
  for (const std::string& file : options.files) {
    if (format_of(file) == Format::Json) continue;
    throw Error(ErrorKind::Usage, "a profile of several runs is a .json file; " + in_quotes(file) +
                                      " has room for one");
  }
}

void read_sources(ProfileRecord& record) {
  std::set<std::string> files;
  for (const ProfiledRun& run : record.runs) {
    for (const KernelProfile& kernel : run.kernels) {
      for (const ProfiledInstruction& one : kernel.instructions) {
        for (const SourceFrame& frame : one.stack) files.insert(frame.line.file);
      }
    }
  }
  std::error_code ignored;
  for (const std::string& file : files) {
    if (record.sources.count(file) != 0 || !fs::is_regular_file(file, ignored)) continue;
    record.sources[file] = read_text(file);
  }
}

void write_profiles(const ProfileRecord& record, const ProfileOptions& options) {
  if (record.runs.size() > 1) require_room_for_runs(options);
  for (const std::string& file : options.files) {
    write_output(file, text_of(record, format_of(file)));
  }
}

std::string profile_table(const ProfileRecord& record, const ProfileOptions& options) {
  return options.view.empty() ? "" : profile_text(record, view_of(options.view), options.top);
}

}  // namespace lanefold
