// SPDX-License-Identifier: Apache-2.0
// `lanefold report`: a page of files that runs have written.
#include <filesystem>

#include "base/output_file.h"
#include "commands.h"
#include "files.h"
#include "report_output.h"

namespace lanefold {

void report_command(const ReportCommandOptions& options) {
  require_writable(options.output);
  std::vector<ReportInput> inputs;
  for (const std::string& file : options.inputs) {
    inputs.push_back({file, std::filesystem::path(file).stem().string(), read_text(file)});
  }
  write_report_data(merged_reports(inputs), options.output);
}

}  // namespace lanefold
