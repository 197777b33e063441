// SPDX-License-Identifier: Apache-2.0
// What the launches of an application counted.
#include "launch_records.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "decisions/statistics/formulas.h"

namespace lanefold::icd {
namespace {

std::vector<std::string> row_of(const std::string& name, std::uint64_t launches,
                                const LaunchStatistics& sum, const MachineConfig& machine) {
  std::vector<std::string> row{name, with_thousands(launches), with_thousands(sum.work_items),
                               with_thousands(sum.warp_instructions),
                               percent(simd_efficiency(sum))};
  if (!sum.timed) return row;
  const double time = nanoseconds(sum.cycles, machine.clock_mhz);
  row.push_back(with_thousands(sum.cycles));
  row.push_back(with_thousands(static_cast<unsigned long long>(time)));
  return row;
}

}  // namespace

LaunchRecords::LaunchRecords(std::string program, MachineConfig machine,
                             const std::string& statistics_file, bool for_report)
    : program_(std::move(program)), machine_(std::move(machine)), for_report_(for_report) {
  if (!statistics_file.empty()) each_.emplace(statistics_file);
}

RunRecord LaunchRecords::record() const {
  RunRecord record;
  record.program = program_;
  record.machine = machine_;
  record.first_launch = first_launch_;
  record.failed_launches = failures_;
  record.estimates = estimates_;
  return record;
}

void LaunchRecords::add(const LaunchStatistics& launch) {
  partial_ |= launch.partial;
  if (launches_++ == 0) {
    total_ = launch;
  } else if (each_ || for_report_) {
    total_.add(launch);
    if (launch.kernel != total_.kernel) total_.kernel = "all";
  }
  total_.adaptation_path.clear();  // single launches have theirs
  if (each_) each_->add(statistics_json_launch(launch, machine_));
  if (for_report_ && kept_.size() < kReportedLaunches) kept_.push_back(launch);
  const auto known = std::find_if(kernels_.begin(), kernels_.end(), [&](const Kernel& kernel) {
    return kernel.sum.kernel == launch.kernel;
  });
  if (known == kernels_.end()) {
    kernels_.push_back({1, launch});
  } else {
    ++known->launches;
    known->sum.add(launch);
  }
}

void LaunchRecords::write_statistics() {
  if (!each_) return;
  const std::string start = statistics_json_start(record(), total_);
  each_->write_between(each_->empty() ? start : start + "\n", kJsonSeparator,
                       statistics_json_end(each_->empty()));
}

ReportedRun LaunchRecords::reported() const {
  ReportedRun run;
  run.record = record();
  run.record.launches = kept_;
  run.total = total_;
  run.launches_left_out = launches_ - kept_.size();
  return run;
}

std::string LaunchRecords::table(bool functional) const {
  std::string text = heading_of(record(), functional);
  if (failures_ != 0) {
    text +=
        ", " + with_thousands(failures_) + (failures_ == 1 ? " launch" : " launches") + " failed";
  }
  if (partial_) text += "; counts of launches that were stopped are partial";
  text += "\n";
  if (kernels_.empty()) return text + (failures_ == 0 ? "no kernel was launched\n" : "");
  std::vector<std::string> header{"kernel", "launches", "work-items", "warp instructions",
                                  "SIMD efficiency"};
  const bool with_cycles = !functional && estimates_.empty();
  if (with_cycles) header.insert(header.end(), {"cycles", "ns"});
  TextTable table(header);
  std::uint64_t launches = 0;
  LaunchStatistics total;
  total.timed = with_cycles;
  total.warp_width = machine_.core.warp_width;
  for (const Kernel& kernel : kernels_) {
    LaunchStatistics sum = kernel.sum;
    sum.timed = with_cycles;
    table.row(row_of(kernel.sum.kernel, kernel.launches, sum, machine_));
    launches += kernel.launches;
    total.add(kernel.sum);
  }
  if (kernels_.size() > 1) table.row(row_of("total", launches, total, machine_));
  text += table.text();
  if (!estimates_.empty()) text += "\n" + estimate_text(estimates_, machine_.clock_mhz);
  return text;
}

}  // namespace lanefold::icd
