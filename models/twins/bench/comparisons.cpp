// SPDX-License-Identifier: Apache-2.0
// From a model of RTL, with the parameters of its shape, to its comparisons.
#include "twins/bench/comparisons.h"

#include <algorithm>
#include <array>
#include <string>

#include "lanefold/error.h"
#include "twins/verilated/register_banks_twin.h"

namespace lanefold {
namespace {

using Key = std::array<unsigned, 3>;

/// The shape of a key of lanes, lanes of a quad and perhaps bits of an operand.
QuadGeometry geometry_of(const Key& key, unsigned operand_bits) {
  return QuadGeometry(key[0], std::max(1U, key[1] * operand_bits / 32), operand_bits);
}

/// Those of a control block; none if the module is no control block.
std::vector<Comparison> of_control(const RtlModel& model, std::uint64_t random) {
  for (const ControlBlock block : kControlBlocks) {
    const ControlBlockNames& names = kControlBlockNames[static_cast<std::size_t>(block)];
    if (std::string(names.module) == model.module && names.circuit == model.key[2]) {
      return {control_comparison(block, geometry_of(model.key, 32), random)};
    }
  }
  return {};
}

std::vector<Comparison> of_crossbar(CrossbarKind crossbar, const Key& key, std::uint64_t random) {
  const QuadGeometry geometry = geometry_of(key, key[2]);
  return {crossbar_selections(crossbar, geometry), crossbar_schedules(crossbar, geometry, random)};
}

std::vector<Comparison> of_exec_mask(unsigned lanes, std::uint64_t random) {
  constexpr unsigned kMostLanes = 8;
  if (lanes <= kMostLanes) return {exec_mask_combinations(lanes)};
  return {exec_mask_comparison(lanes, random)};
}

std::vector<Comparison> of_asu(const Key& key, std::uint64_t random) {
  constexpr unsigned kIntervals = 4;
  const SlicedCore core{key[0], key[1], key[2]};
  return {asu_searches(core, kIntervals), asu_comparison(core, random)};
}

}  // namespace

std::vector<Comparison> comparisons_of(const RtlModel& model, std::uint64_t random) {
  const std::string module = model.module;
  const Key& key = model.key;
  if (auto control = of_control(model, random); !control.empty()) return control;
  if (module == "scc_pipeline") return {pipeline_comparison(geometry_of(key, 32), random)};
  if (module == "exec_mask") return of_exec_mask(key[0], random);
  if (module == "operand_latch") {
    return {operand_latch_comparison(geometry_of(key, key[2]), random)};
  }
  if (module == "swizzle_crossbar") return of_crossbar(CrossbarKind::Swizzle, key, random);
  if (module == "wired_or_crossbar") return of_crossbar(CrossbarKind::WiredOr, key, random);
  if (module == "unswizzle") {
    const QuadGeometry geometry = geometry_of(key, key[2]);
    return {unswizzle_destinations(geometry), unswizzle_schedules(geometry, random)};
  }
  if (module == "compaction_sequencer") {
    return {sequencer_comparison({key[0], key[1]}, key[2] != 0, random)};
  }
  if (module == "register_banks") {
    return {register_banks_comparison({key[0], key[1]}, kRtlOrganisations.at(key[2]), random)};
  }
  if (module == "compaction_datapath") {
    return {datapath_comparison({key[0], key[1]}, kRtlOrganisations.at(key[2]), random)};
  }
  if (module == "scoreboard") return {scoreboard_comparison(random)};
  if (module == "coalescer") return {coalescer_comparison(key[0], random)};
  if (module == "mcb") return {mcb_comparison(key[0], random)};
  if (module == "mdt") return {mdt_comparison(key[0], key[1], random)};
  if (module == "slip_controller") return {slip_controller_comparison(key[0], random)};
  if (module == "slip_unit") return {slip_unit_comparison(key[0], key[1], random)};
  if (module == "asu") return of_asu(key, random);
  if (module == "warp_slice_table") {
    return {warp_slice_table_comparison({key[0], key[1], key[2]}, random)};
  }
  throw Error(ErrorKind::Internal, "there is no oracle for the module " + module);
}

}  // namespace lanefold
