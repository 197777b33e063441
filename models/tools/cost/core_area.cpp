// SPDX-License-Identifier: Apache-2.0
// Sums of arrays and units; the units behind SC'09 table 2.
#include "tools/cost/core_area.h"

#include <algorithm>

#include "tools/cost/register_file_area.h"
#include "tools/cost/whole_numbers.h"

namespace lanefold {
namespace {

constexpr double kUm2 = 1e6;  ///< of a mm^2
constexpr unsigned kAddressBits = 32;
constexpr unsigned kStateBits = 2;  ///< one of four: modified, exclusive, shared, invalid
constexpr unsigned kLanesOfTable2 = 32;

ArrayShape array(std::uint64_t rows, std::uint64_t bits, std::uint64_t banks) {
  ArrayShape shape;
  shape.rows = rows;
  shape.bits = bits;
  shape.banks = banks;
  return shape;
}

/// Which of a machine's memories a cache is.
struct Place {
  const char* name;
  bool of_core;
  bool word_banks;
};

void add_cache(const CacheConfig& cache, std::uint64_t line_bytes, const Place& place,
               std::vector<MachineArray>& all) {
  if (!cache.enabled || cache.perfect) return;
  const std::uint64_t lines = cache.bytes / line_bytes;
  const std::uint64_t row_bits = place.word_banks ? 32 * cache.ways : 8 * line_bytes;
  const std::uint64_t sets = std::max<std::uint64_t>(lines / cache.ways, 1);
  const std::uint64_t tag = kAddressBits - bits_to_tell(line_bytes) - bits_to_tell(sets) +
                            kStateBits + bits_to_tell(cache.ways);
  const std::string name = place.name;
  all.push_back(
      {name + " data", place.of_core,
       array(ceil_divided(8ULL * cache.bytes, cache.banks * row_bits), row_bits, cache.banks)});
  const std::uint64_t tag_banks = place.word_banks ? 1 : std::min<std::uint64_t>(cache.banks, sets);
  all.push_back({name + " tags", place.of_core,
                 array(ceil_divided(sets, tag_banks), tag * cache.ways, tag_banks)});
}

}  // namespace

double area_of_structure(const StorageStructure& structure, const ArrayConstants& constants) {
  const double bits = static_cast<double>(structure.entry_bits() * structure.entries);
  if (structure.kind == StorageKind::Beside) return bits * constants.cell;
  const double latches = bits * constants.latch;
  if (structure.kind == StorageKind::Registers || structure.entries == 0) return latches;
  const ArrayShape table = array(structure.entries, structure.entry_bits(), 1);
  return std::min(latches, area_of_array(table, constants).total());
}

std::vector<MachineArray> arrays_of(const MachineConfig& config) {
  std::vector<MachineArray> all;
  const RegisterFileKind file = register_file_of(config.core);
  all.push_back({std::string("register file (") + name_of(file) + ")", true,
                 register_file_shape(file, config.core)});
  const LocalMemoryConfig& local = config.local_memory;
  const std::uint64_t banks = std::uint64_t{local.banks} * local.ports;
  all.push_back(
      {kLocalMemory, !local.shared, array(ceil_divided(local.bytes / 4, banks), 32, banks)});
  const std::uint64_t line = config.memory.line_bytes;
  add_cache(config.instruction_cache, line, {"instruction cache", true, false}, all);
  add_cache(config.l1, line, {"l1", true, true}, all);
  add_cache(config.l2, line, {"l2", !config.l2.shared, false}, all);
  add_cache(config.l3, line, {"l3", false, false}, all);
  add_cache(config.llc, line, {"llc", false, false}, all);
  return all;
}

std::vector<CorePart> core_parts(const MachineConfig& config, unsigned node,
                                 const ArrayConstants& constants) {
  std::vector<CorePart> parts;
  const auto add = [&](const UnitArea& unit, unsigned count) {
    parts.push_back({unit.name, count, kUm2 * area_at(unit.mm2, unit.node, node), unit.source});
  };
  add(front_end_unit(), 1);
  for (const UnitArea& unit : lane_units()) add(unit, config.core.alu_width);
  for (const MachineArray& one : arrays_of(config)) {
    if (!one.of_core || one.name == kLocalMemory) continue;
    parts.push_back(
        {one.name, 1, um2_of(area_of_array(one.shape, constants).total(), node), "array"});
  }
  return parts;
}

double area_of(const std::vector<CorePart>& parts) {
  double sum = 0;
  for (const CorePart& part : parts) sum += part.count * part.area;
  return sum;
}

double UnitsOfTable2::core(unsigned lanes, unsigned warp_width, unsigned warps,
                           unsigned node) const {
  const double mm2 = shared + lanes * lane + static_cast<double>(warp_width) * warps * registers;
  return kUm2 * area_at(mm2, 45, node);
}

UnitsOfTable2 units_of_table2(const CoreAreasOfTable2& areas) {
  UnitsOfTable2 units;
  units.registers = (areas.sixteen_warps - areas.two_warps) / (16 - 2) / kLanesOfTable2;
  const double wide = areas.two_warps - 2 * kLanesOfTable2 * units.registers;
  const double scalar = areas.scalar - units.registers;
  units.lane = (wide - scalar) / (kLanesOfTable2 - 1);
  units.shared = scalar - units.lane;
  return units;
}

}  // namespace lanefold
