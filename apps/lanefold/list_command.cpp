// SPDX-License-Identifier: Apache-2.0
// `lanefold list` and `lanefold mask`: what there is to choose from, and one mask explained, also
// by the RTL.
#include <algorithm>
#include <cstdio>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "lanefold/config.h"
#include "list_blocks.h"
#include "list_json.h"
#include "mask_report.h"
#include "twins/loop/rtl_machine.h"
#include "workloads/workload.h"

namespace lanefold {

namespace {

/// A name and what it stands for.
using Line = std::pair<std::string, std::string>;

template <class Workloads>
std::vector<Line> workload_lines(const Workloads& workloads) {
  std::vector<Line> lines;
  std::size_t width = 0;
  for (const auto& workload : workloads) width = std::max(width, field_of(*workload).size());
  for (const auto& workload : workloads) {
    std::string text = field_of(*workload);
    text.resize(width + 2, ' ');
    text += workload->description();
    for (const WorkloadParameter& parameter : workload->parameters()) {
      text += " [" + parameter.name + "=" + parameter.default_value + ": " + parameter.description +
              "]";
    }
    lines.emplace_back(workload->name(), text);
  }
  return lines;
}

std::vector<Line> machine_lines() {
  std::vector<Line> lines;
  for (const MachineInfo& machine : list_machines()) {
    lines.emplace_back(machine.name, machine.description);
  }
  return lines;
}

std::vector<Line> parameter_lines() {
  std::vector<Line> lines;
  for (const ParameterInfo& parameter : list_parameters()) {
    lines.emplace_back(parameter.key, parameter.help + " [" + parameter.valid + "; default " +
                                          parameter.default_value +
                                          (parameter.needs.empty() ? "" : "; needs ") +
                                          parameter.needs + "]");
  }
  return lines;
}

}  // namespace

void list_command(const ListOptions& options) {
  const std::string& what = options.what;
  if (options.json) return print_to(stdout, list_json(what));
  const std::vector<Line> lines = what == "workloads"  ? workload_lines(workloads())
                                  : what == "showcase" ? workload_lines(showcase())
                                  : what == "machines" ? machine_lines()
                                  : what == "blocks"   ? block_lines()
                                  : what == "edges"    ? edge_lines()
                                                       : parameter_lines();
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, line.first.size());
  for (const Line& line : lines) {
    const std::string gap(width - line.first.size() + 2, ' ');
    print_to(stdout, line.first + gap + line.second + "\n");
  }
}

void mask_command(const MaskOptions& options) {
  const QuadGeometry geometry(options.lanes, options.alu_width, options.operand_bits);
  const LaneMask mask = parse_mask(options.mask);
  const std::string report = mask_report(mask, geometry);
  if (!options.rtl) {
    print_to(stdout, report);
    return;
  }
  const MaskComparison comparison = compare_mask_with_rtl(mask, geometry);
  print_to(stdout, report + comparison.text);
  if (!comparison.different.empty()) {
    throw Error(ErrorKind::Verification, "RTL and model answer the mask differently under " +
                                             join(comparison.different, ", "));
  }
}

}  // namespace lanefold
