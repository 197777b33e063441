// SPDX-License-Identifier: Apache-2.0
// What `lanefold cost` prints, as text and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/machine_config.h"
#include "tools/cost/core_area.h"
#include "tools/cost/storage.h"

namespace lanefold {

/// What one machine costs at one technology node.
struct CostReport {
  const MachineConfig& config;
  unsigned pc_bits = 32;
  unsigned node = 45;
  std::vector<StorageStructure> structures;

  /// In um^2.
  double area(const StorageStructure& structure) const;
  double area(const ArrayShape& shape) const;
  /// The core with the units of SC'09 table 2.
  double core_of_table2() const;
};

/// All structures of a mechanism.
struct MechanismCost {
  std::string name;
  std::string setting;
  std::uint64_t bytes = 0;
  double area = 0;  ///< um^2
};
std::vector<MechanismCost> mechanisms_of(const CostReport& report);

std::string storage_text(const CostReport& report);
std::string area_text(const CostReport& report);
std::string register_file_text(const CostReport& report);

/// Schemas lanefold.cost/2 and lanefold.register-files/1.
std::string cost_json(const CostReport& report);
std::string register_file_json(const CostReport& report);

}  // namespace lanefold
