// SPDX-License-Identifier: Apache-2.0
// The load/store unit with RTL inside.
#include "twins/loop/rtl_load_store_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "lanefold/error.h"

namespace lanefold {
namespace {

AskedTwin<CoalescerTwin> make_coalescer(const sc_core::sc_object& block, const CoreConfig& config,
                                        const RtlWorld& world) {
  return after_reset(
      make_coalescer_twin(config.warp_width, place_in(block, world.session, "coalescer")), world,
      "coalescer");
}

/// The number of a line, as the RTL has it.
std::uint32_t number_of(std::uint64_t line) {
  if (line <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(line);
  throw Error(
      ErrorKind::Configuration,
      fmt::format("line {:#x} has more than the 32 bits of rtl/coalescer.sv; private memory "
                  "ends there with fewer cores, warps or memory.private_bytes, or longer "
                  "lines (memory.line_bytes)",
                  line));
}

/// Whether the lane gets each of its lines once, and no other.
bool gets_its_lines(const LinesOfLanes& wanted, unsigned lane, std::uint32_t line_bytes,
                    const LineAccesses& lines) {
  std::multiset<std::uint64_t> got;
  for (unsigned i = 0; i < lines.count; ++i) {
    if (lines.lines[i].lanes.test(lane)) got.insert(lines.lines[i].address / line_bytes);
  }
  const std::set<std::uint64_t> wants{wanted.first[lane], wanted.last[lane]};
  return std::equal(got.begin(), got.end(), wants.begin(), wants.end());
}

}  // namespace

RtlLoadStoreUnit::RtlLoadStoreUnit(const sc_core::sc_module_name& name, const PipelineContext& core,
                                   const RtlWorld& world)
    : LoadStoreUnit(name, core.machine, core.index, core.clock, core.statistics, core.wake,
                    core.wires.load_store, core.wires.pipes),
      line_bytes_(core.machine.memory.line_bytes),
      twin_(make_coalescer(*this, core.config, world)) {}

void RtlLoadStoreUnit::find_lines(const LaneAccess& access, const PrivatePlacement& placement,
                                  LineAccesses& lines) {
  const LinesOfLanes wanted = lines_of_lanes(access, line_bytes_, placement);
  CoalescerTwin& twin = twin_.ask();
  CoalescerTwin::Inputs inputs;
  inputs.valid = true;
  inputs.lanes = access.lanes;
  inputs.merge = shares_lines(access);
  for_each_lane(access.lanes, [&](unsigned lane) {
    inputs.first[lane] = number_of(wanted.first[lane]);
    inputs.last[lane] = number_of(wanted.last[lane]);
  });
  if (!twin.settle(inputs).ready) {
    throw Error(ErrorKind::Internal, "coalescer: not ready_o, but all lines have been taken");
  }
  twin.clock();
  collect(lines);
  check_lines(wanted, access.lanes, lines);
}

/// Each lane of the access gets its lines, and nobody else gets any.
void RtlLoadStoreUnit::check_lines(const LinesOfLanes& wanted, LaneMask lanes,
                                   const LineAccesses& lines) const {
  LaneMask served;
  for (unsigned i = 0; i < lines.count; ++i) served |= lines.lines[i].lanes;
  bool right = served == lanes;
  for_each_lane(lanes, [&](unsigned lane) {
    right = right && gets_its_lines(wanted, lane, line_bytes_, lines);
  });
  if (right) return;
  throw Error(
      ErrorKind::Internal,
      fmt::format("coalescer: of an access of lanes {:#x}, which it serves for lanes {:#x}, "
                  "some get a line that is not theirs, or one of theirs never or twice",
                  lanes.bits(), served.bits()));
}

/// Until the coalescer has no line, or none that there can be.
void RtlLoadStoreUnit::collect(LineAccesses& lines) {
  CoalescerTwin& twin = twin_.look();
  CoalescerTwin::Inputs taking;
  taking.ready = true;
  lines.count = 0;
  for (;;) {
    const CoalescerTwin::Outputs& outputs = twin.settle(taking);
    if (!outputs.valid) return;
    if (lines.count == lines.lines.size()) {
      throw Error(ErrorKind::Internal, "coalescer: more lines than the lanes of an access have");
    }
    lines.lines[lines.count++] = {std::uint64_t{outputs.line} * line_bytes_, outputs.lanes};
    twin.clock();
  }
}

}  // namespace lanefold
