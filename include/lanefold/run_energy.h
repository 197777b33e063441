// SPDX-License-Identifier: Apache-2.0
// What a run took in energy: events, and the energy of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanefold {

struct EnergyPart {
  std::string name;
  std::string unit;          ///< of events
  std::uint64_t events = 0;  ///< of leakage, core clock cycles
  double pj = 0;             ///< of each

  double total() const { return static_cast<double>(events) * pj; }
};

/// All parts at one technology node.
struct RunEnergy {
  unsigned node = 0;  ///< nm
  std::vector<EnergyPart> parts;

  /// In pJ.
  double total() const {
    double sum = 0;
    for (const EnergyPart& part : parts) sum += part.total();
    return sum;
  }
};

}  // namespace lanefold
