// SPDX-License-Identifier: Apache-2.0
// The report of runs of the command.
#include "run_report.h"

#include "build_info.h"

namespace lanefold {
namespace {

ReportedRun reported(const Outcome& outcome, const ProfiledRun& profile) {
  ReportedRun run;
  run.label = profile.label;
  run.record = outcome.record;
  run.total = total_of(outcome.record.launches);
  if (outcome.record.checked && !outcome.record.verified) run.fault = outcome.detail;
  run.profile = profile;
  return run;
}

}  // namespace

Report report_of(const std::string& command, const std::vector<const Outcome*>& outcomes,
                 const ProfileRecord& profile) {
  Report report = new_report(command, outcomes.front()->record, profile);
  report.commit = build_commit();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    report.runs.push_back(reported(*outcomes[i], profile.runs[i]));
  }
  return report;
}

}  // namespace lanefold
