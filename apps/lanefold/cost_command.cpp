// SPDX-License-Identifier: Apache-2.0
// `lanefold cost`: what the mechanisms must store in a core, and areas.
#include <cstdio>

#include "base/output_file.h"
#include "commands.h"
#include "cost_report.h"
#include "simulation.h"

namespace lanefold {

double CostReport::area(const StorageStructure& structure) const {
  return um2_of(area_of_structure(structure), node);
}

double CostReport::area(const ArrayShape& shape) const {
  return um2_of(area_of_array(shape).total(), node);
}

double CostReport::core_of_table2() const {
  return units_of_table2().core(config.core.alu_width, config.core.warp_width, config.core.warps,
                                node);
}

std::vector<MechanismCost> mechanisms_of(const CostReport& report) {
  std::vector<MechanismCost> all;
  for (const StorageStructure& one : report.structures) {
    if (all.empty() || all.back().name != one.mechanism) {
      all.push_back({one.mechanism, one.setting, 0, 0});
    }
    all.back().bytes += one.bytes();
    all.back().area += report.area(one);
  }
  return all;
}

void cost_command(const CostOptions& options) {
  const auto [config, notes] = machine_of(options.machine, Notes::OldNames);
  tell(notes);
  const CostReport report{config, options.pc_bits, options.node,
                          storage_of(config, options.pc_bits)};
  std::string text;
  if (options.register_files) {
    text = options.json ? register_file_json(report) : register_file_text(report);
  } else if (options.json) {
    text = cost_json(report);
  } else {
    text = storage_text(report) + (options.area ? "\n" + area_text(report) : "");
  }
  print_to(stdout, text);
}

}  // namespace lanefold
