// SPDX-License-Identifier: Apache-2.0
// Reports in files.
#include "report_output.h"

#include <filesystem>

#include "base/output_file.h"
#include "base/text.h"
#include "lanefold/error.h"
#include "lanefold/pipeline_trace.h"
#include "lanefold/version.h"

namespace lanefold {
namespace {

namespace fs = std::filesystem;

/// Without what says that it is compressed.
std::string extension_of(const std::string& file) {
  fs::path name = file;
  if (name.extension() == ".gz") name = name.stem();
  return name.extension().string();
}

}  // namespace

void check_report_file(const std::string& file) {
  const std::string extension = extension_of(file);
  if (extension == ".html" || extension == ".json") return;
  throw Error(ErrorKind::Usage,
              "the name of a report says its format: " + in_quotes(file) +
                  " ends in neither .html (a page to look at) nor .json (its data)");
}

void check_window(const ReportOptions& options, const MachineConfig& config) {
  if (options.cycles.empty() && !options.core.empty()) {
    throw Error(ErrorKind::Usage, "--report-core is for the cycles of --report-cycles: add it");
  }
  if (!options.cycles.empty() && !options.wanted()) {
    throw Error(ErrorKind::Usage, "--report-cycles chooses what --report FILE.html shows: add it");
  }
  if (!options.core.empty()) check_traced_core(parse_traced_core(options.core), config);
}

Report new_report(const std::string& command, const RunRecord& first,
                  const ProfileRecord& profile) {
  Report report;
  report.command = command;
  report.title = heading_of(first, false);
  report.version = kVersion;
  report.sources = profile.sources;
  return report;
}

void write_report(const Report& report, const std::string& file) {
  write_report_data(report_json(report), file);
}

void write_report_data(const std::string& json, const std::string& file) {
  write_output(file, extension_of(file) == ".html" ? report_page(json) : json);
}

}  // namespace lanefold
