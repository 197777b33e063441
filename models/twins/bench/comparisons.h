// SPDX-License-Identifier: Apache-2.0
// What each block with a twin is compared with, and by which stimuli. All masks that programs make
// come first, then so many `random` masks, or clock cycles of a random stream, as are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanefold/core_choices.h"
#include "lanefold/quad_geometry.h"
#include "twins/bench/run.h"
#include "twins/verilated/control_twin.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {

/// A core of such warps whose RTL divides them.
struct SlicedCore {
  unsigned lanes;
  unsigned warps;
  unsigned entries;
};

/// exec_mask: each mask at each input, and against the lanes that it leaves.
Comparison exec_mask_comparison(unsigned lanes, std::uint64_t random);
/// Every combination of three masks, of 8 lanes at most.
Comparison exec_mask_combinations(unsigned lanes);

/// A control block: every mask of up to 16 lanes, of which then none is random.
Comparison control_comparison(ControlBlock block, const QuadGeometry& geometry,
                              std::uint64_t random);
/// scc_pipeline: the same masks under the policy `scc`, a cycle later.
Comparison pipeline_comparison(const QuadGeometry& geometry, std::uint64_t random);

/// operand_latch: quads that are written and others that are not.
Comparison operand_latch_comparison(const QuadGeometry& geometry, std::uint64_t random);

enum class CrossbarKind { Swizzle, WiredOr };
/// swizzle_crossbar or wired_or_crossbar: the operand of each lane at each ALU position.
Comparison crossbar_selections(CrossbarKind crossbar, const QuadGeometry& geometry);
/// The schedules of every policy for `random` masks each, or for all of up to 16 lanes.
Comparison crossbar_schedules(CrossbarKind crossbar, const QuadGeometry& geometry,
                              std::uint64_t random);
/// unswizzle: the result of each ALU position to each lane, and the same schedules.
Comparison unswizzle_destinations(const QuadGeometry& geometry);
Comparison unswizzle_schedules(const QuadGeometry& geometry, std::uint64_t random);

/// compaction_sequencer. Micro-ops that leave it are added to `micro_ops`.
Comparison sequencer_comparison(
    const RtlShape& shape, bool scc_fifo, std::uint64_t random,
    const std::shared_ptr<std::uint64_t>& micro_ops = std::make_shared<std::uint64_t>());

/// register_banks of an organisation. Rows that are read are added to `rows`.
Comparison register_banks_comparison(
    const RtlShape& shape, RegisterFileKind kind, std::uint64_t random,
    const std::shared_ptr<std::uint64_t>& rows = std::make_shared<std::uint64_t>());

/// What a random stream for compaction_datapath has had.
struct DatapathEvents {
  std::uint64_t results = 0;  ///< of micro-ops, that were taken
  std::uint64_t stalls = 0;   ///< cycles in which they were not
};
Comparison datapath_comparison(
    const RtlShape& shape, RegisterFileKind kind, std::uint64_t random,
    const std::shared_ptr<DatapathEvents>& events = std::make_shared<DatapathEvents>());

/// What a random stream for scoreboard has had.
struct ScoreboardEvents {
  std::uint64_t moved = 0;
  std::uint64_t waited = 0;
  std::uint64_t full = 0;  ///< instructions that came when all registers were marked
};
Comparison scoreboard_comparison(
    std::uint64_t random,
    const std::shared_ptr<ScoreboardEvents>& events = std::make_shared<ScoreboardEvents>());

/// What a random stream for coalescer has had.
struct CoalescerEvents {
  std::uint64_t lines = 0;   ///< that were taken
  std::uint64_t shared = 0;  ///< of these, lines of several lanes
};
Comparison coalescer_comparison(
    unsigned lanes, std::uint64_t random,
    const std::shared_ptr<CoalescerEvents>& events = std::make_shared<CoalescerEvents>());

/// What a random stream for mcb has had.
struct McbEvents {
  std::uint64_t received = 0;  ///< cycles in which lines of a load came
  std::uint64_t together = 0;  ///< cycles in which several came
  std::uint64_t twice = 0;     ///< second lines of a lane
  std::uint64_t full = 0;      ///< loads that found no entry
};
Comparison mcb_comparison(unsigned lanes, std::uint64_t random,
                          const std::shared_ptr<McbEvents>& events = std::make_shared<McbEvents>());

/// What a random stream for mdt has had.
struct MdtEvents {
  std::uint64_t full = 0;   ///< lanes that could not be left behind
  std::uint64_t met = 0;    ///< operations by which lanes went on at their load
  std::uint64_t moved = 0;  ///< entries that went while there was a later one
};
Comparison mdt_comparison(unsigned lanes, unsigned entries, std::uint64_t random,
                          const std::shared_ptr<MdtEvents>& events = std::make_shared<MdtEvents>());

/// What a random stream for slip_controller has had.
struct SlipEvents {
  std::uint64_t left = 0;       ///< lanes went on without others
  std::uint64_t aside = 0;      ///< all lanes of a load made way
  std::uint64_t saturated = 0;  ///< a lane at the largest number went on
};
Comparison slip_controller_comparison(
    unsigned lanes, std::uint64_t random,
    const std::shared_ptr<SlipEvents>& events = std::make_shared<SlipEvents>());

/// What a random stream for slip_unit has had.
struct SlipUnitEvents {
  std::uint64_t left = 0;      ///< lanes went on without others
  std::uint64_t aside = 0;     ///< all lanes of a load made way
  std::uint64_t together = 0;  ///< lanes left behind went on, and others stayed without values
  std::uint64_t furthest = 0;  ///< loads by which a lane was ahead
  std::uint64_t full = 0;      ///< no other load could be on its way
  std::uint64_t resets_while_busy = 0;
};
Comparison slip_unit_comparison(
    unsigned lanes, unsigned entries, std::uint64_t random,
    const std::shared_ptr<SlipUnitEvents>& events = std::make_shared<SlipUnitEvents>());

/// What a random stream for asu has had.
struct AsuEvents {
  std::uint64_t converged = 0;  ///< searches that ended
  std::uint64_t longest = 0;    ///< intervals of one
};
Comparison asu_comparison(const SlicedCore& core, std::uint64_t random,
                          const std::shared_ptr<AsuEvents>& events = std::make_shared<AsuEvents>());
/// Searches of each strategy whose first `intervals` intervals, at most 6, take 1 to 4 cycles.
Comparison asu_searches(const SlicedCore& core, unsigned intervals);

/// What a random stream for warp_slice_table has had.
struct SliceEvents {
  std::uint64_t divided = 0;  ///< into slices of less than a warp
  std::uint64_t split = 0;
  std::uint64_t merged = 0;
  std::uint64_t refused = 0;
};
Comparison warp_slice_table_comparison(
    const SlicedCore& core, std::uint64_t random,
    const std::shared_ptr<SliceEvents>& events = std::make_shared<SliceEvents>());

/// All comparisons of the block that a model of RTL is. Throws Error(Internal) for a module that
/// has none.
std::vector<Comparison> comparisons_of(const RtlModel& model, std::uint64_t random);

}  // namespace lanefold
