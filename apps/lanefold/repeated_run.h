// SPDX-License-Identifier: Apache-2.0
// Runs of a program that has run already, for what another machine or observer says of it. They
// print and write nothing, and compare nothing; progress shows on a terminal.
#pragma once

#include <string>

#include "report_output.h"
#include "simulation.h"

namespace lanefold {

/// What limits a run, and what it would gain from each of what_ifs(). Those that are no machine,
/// and those on which the program does not end with right values, are left out. An interruption
/// leaves out the rest.
Explanation explain(const Outcome& outcome, const LoadedProgram& loaded,
                    const ProgramOptions& options);

/// The rows of a pipeline trace, as JSON for a report; empty if none are asked for, and with a note
/// after a run that was stopped.
std::string window_of(const Outcome& outcome, const LoadedProgram& loaded,
                      const ReportOptions& report, const ProgramOptions& options,
                      std::vector<std::string>& notes);

}  // namespace lanefold
