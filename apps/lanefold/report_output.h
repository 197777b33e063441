// SPDX-License-Identifier: Apache-2.0
// What the user asks of reports, and where they go: `--report` of run, compare and exec.
#pragma once

#include <string>

#include "lanefold/report_page.h"

namespace lanefold {

/// As they are written on the command line.
struct ReportOptions {
  std::string file;    ///< .html, or .json for the data alone, each also with .gz; empty: no report
  std::string cycles;  ///< "A:B": a timeline of these cycles; empty: none
  std::string core;    ///< of the timeline: this core only; empty: all

  bool wanted() const { return !file.empty(); }
};

/// Throws Error(Usage) unless the name of a file says its format.
void check_report_file(const std::string& file);

/// Throws Error(Usage) for a timeline without a report, and for a core that the machine does not
/// have.
void check_window(const ReportOptions& options, const MachineConfig& config);

/// What reports of one command have in common; it has no runs yet.
Report new_report(const std::string& command, const RunRecord& first, const ProfileRecord& profile);

/// Writes the page, or the data. Throws Error(File).
void write_report(const Report& report, const std::string& file);
/// The same of data that are JSON of a report already.
void write_report_data(const std::string& json, const std::string& file);

}  // namespace lanefold
