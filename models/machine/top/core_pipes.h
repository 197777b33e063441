// SPDX-License-Identifier: Apache-2.0
// The ALU pipes of a core, and what the ledger is charged while one of them is idle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

#include "base/cycle.h"
#include "blocks/datapath/datapath_blocks.h"
#include "lanefold/statistics.h"
#include "machine/top/block_factory.h"
#include "machine/top/idle_slots.h"
#include "machine/top/idle_watch.h"

namespace lanefold {

/// FPU, EM, with core.scalar.execution = pipe the scalar pipe, and with core.isa = gen8 one for
/// control flow, which has no lanes. No module: the pipes are children of the core that constructs
/// it.
class CorePipes {
 public:
  /// They drive `wires`, which outlive them.
  CorePipes(BlockFactory& factory, const PipelineContext& core, PipeWires& wires);

  /// nullptr if the core has none.
  AluPipeBlock* pipe(Unit unit);
  /// Cycle from which all are free.
  Cycle free_at() const;

  /// Why the FPU is idle from the latest set_idle() on.
  SlotCause fpu_idle() const { return pipes_[0].idle; }
  /// One cause for all pipes.
  void set_idle(SlotCause cause) {
    for (Entry& entry : pipes_) entry.idle = cause;
  }
  /// A cause for each: `cause_of(unit)`.
  template <class CauseOf>
  void set_idle_of_each(CauseOf&& cause_of) {
    for (Entry& entry : pipes_) entry.idle = cause_of(entry.unit);
  }
  /// Charges the idle slots of the cycles from `begin` to `end` to these causes, and returns them.
  IdleSlots charge_idle(Cycle begin, Cycle end, LaneLedger& ledger) const {
    IdleSlots idle;
    for (const Entry& entry : pipes_) {
      const std::uint64_t slots = idle_slots(begin, end, entry.state.free_at, entry.lanes);
      ledger.charge(entry.idle, slots);
      idle.add(entry.idle, slots);
    }
    return idle;
  }
  /// `visit(first, IdlePipe)` each pipe that has idle slots in these cycles. With one `turn` after
  /// the other, each is the first.
  template <class Visit>
  void for_each_idle(Cycle begin, Cycle end, unsigned turn, Visit&& visit) const {
    bool first = true;
    for (std::size_t i = 0; i < pipes_.size(); ++i) {
      const Entry& entry = pipes_[(turn + i) % pipes_.size()];
      const Cycle cycles = idle_slots(begin, end, entry.state.free_at, 1);
      if (cycles == 0 || entry.lanes == 0) continue;
      visit(first, IdlePipe{entry.unit, entry.idle, cycles});
      first = false;
    }
  }

  void reset();
  void describe(std::ostream& out, Cycle now) const;

 private:
  struct Entry {
    Unit unit;
    std::uint32_t lanes;
    const PipeState& state;
    std::unique_ptr<AluPipeBlock> pipe;
    SlotCause idle = SlotCause::NoWarp;
  };
  std::vector<Entry> pipes_;
};

}  // namespace lanefold
