// SPDX-License-Identifier: Apache-2.0
// `lanefold report`: a page of files that runs have written.
#include <filesystem>

#include "commands.h"
#include "files.h"
#include "report_output.h"
#include "simulation.h"

namespace lanefold {

void report_command(const ReportCommandOptions& options) {
  NamedFiles inputs;
  for (const std::string& file : options.inputs) inputs.emplace_back("one of the reports", file);
  require_outputs({}, {{"-o", options.output}}, inputs);
  std::vector<ReportInput> reports;
  for (const std::string& file : options.inputs) {
    reports.push_back({file, std::filesystem::path(file).stem().string(), read_text(file)});
  }
  write_report_data(merged_reports(reports), options.output);
}

}  // namespace lanefold
