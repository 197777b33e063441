// SPDX-License-Identifier: Apache-2.0
// Write-back (ISCA'13 section 2.2, stage 7): results into the banks, dependencies cleared, control
// flow resolved.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "base/pool.h"
#include "blocks/datapath/datapath_blocks.h"
#include "blocks/pipeline/warp_protocol.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

class WriteBack final : public sc_core::sc_module, public WriteBackBlock {
 public:
  CallTarget<WriteBack, WarpProtocol, kMustBeBound, 0> alu{"alu", this, &WriteBack::take};
  WarpTarget<WriteBack> memory{"memory", this, &WriteBack::take};
  WarpInitiator banks{"banks"};  ///< write port of the register banks
  WarpInitiator scoreboard{"scoreboard"};
  WarpInitiator resolved{"resolved"};  ///< to fetch: late instructions
  WarpInitiator retired{"retired"};  ///< to the thread dispatcher: barriers, and the end of a warp

  /// A branch has diverged, and slices divide at branches.
  CallInitiator<DivisionProtocol, kMayBeUnbound> divide{"divide"};

  WriteBack(const sc_core::sc_module_name& name, const MachineConfig& config,
            LaunchStatistics& statistics, Pool<WarpInstruction>& pool, WriteBackWires& wires);

  Sockets sockets() override { return {alu, memory, banks, scoreboard, resolved, retired, divide}; }
  void tick(Cycle now) override;
  void reset() override;
  void describe(std::ostream& out) const override;

 private:
  struct Entry {
    Cycle completes;
    std::uint64_t id;
    WarpInstruction* instruction;

    /// Completes later; among equals, the younger one does.
    bool operator>(const Entry& other) const {
      return completes != other.completes ? completes > other.completes : id > other.id;
    }
  };

  void take(WarpInstruction& instruction);
  void show() { wires_.due = queue_.empty() ? kNever : queue_.back().completes; }
  void complete(WarpInstruction& instruction);
  void resolve_control(WarpInstruction& instruction);
  LaneMask taken_by(const WarpInstruction& branch) const;

  const MachineConfig& config_;
  LaunchStatistics& statistics_;
  Pool<WarpInstruction>& pool_;
  WriteBackWires& wires_;
  bool exact_;
  bool divides_branches_;
  std::vector<Entry> queue_;  ///< the next to complete last
};

}  // namespace lanefold
