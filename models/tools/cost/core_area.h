// SPDX-License-Identifier: Apache-2.0
// Areas of a machine's storage and arrays, and of a core with all that it has of its own.
#pragma once

#include <string>
#include <vector>

#include "lanefold/machine_config.h"
#include "tools/cost/array_area.h"
#include "tools/cost/storage.h"

namespace lanefold {

/// Area of a mechanism's structure, in F^2. A table is an array with one port, a row for each
/// entry, or latches where these are smaller.
double area_of_structure(const StorageStructure& structure, const ArrayConstants& constants = {});

/// Name of the array that no paper counts as part of a core.
inline constexpr const char* kLocalMemory = "local memory";

/// An array of the machine.
struct MachineArray {
  std::string name;     ///< as in "l1 tags"
  bool of_core = true;  ///< each core has one; otherwise the machine has one
  ArrayShape shape;
};

/// The register file, local memory (banks of words for each of its ports), and data and tags of the
/// caches that the machine has. A perfect cache has no size, so it is none of them. A word bank has
/// a row of one word from each way, other banks have rows of a line. Addresses have 32 bits; a line
/// has its tag, two bits of state and its place in the order of replacement. Requests that wait
/// (MSHRs, queues) are left out.
std::vector<MachineArray> arrays_of(const MachineConfig& config);

/// A part of a core, in um^2.
struct CorePart {
  std::string name;
  unsigned count = 1;
  double area = 0;  ///< of one
  std::string source;
};

/// A core without the mechanisms of the papers: front end, units of the lanes of one ALU, register
/// file, and caches of its own. No paper counts a local memory.
std::vector<CorePart> core_parts(const MachineConfig& config, unsigned node,
                                 const ArrayConstants& constants = {});
double area_of(const std::vector<CorePart>& parts);

/// Units as SC'09 must have measured them on the die photo, in mm^2 at 45 nm: its text does not
/// print them, but three of the four areas of table 2 determine three of them. Registers are those
/// of one lane of one warp; a scalar core has one of each, and all that is shared.
struct UnitsOfTable2 {
  double shared = 0;
  double lane = 0;
  double registers = 0;

  /// In um^2.
  double core(unsigned lanes, unsigned warp_width, unsigned warps, unsigned node) const;
};
UnitsOfTable2 units_of_table2(const CoreAreasOfTable2& areas = {});

}  // namespace lanefold
