// SPDX-License-Identifier: Apache-2.0
// The architectural state of one warp: registers, private memory, identity of its work-items.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/state_bytes.h"
#include "decisions/execute/launch.h"
#include "decisions/execute/scalar_rows.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/memory/lane_memory.h"
#include "decisions/memory/private_memory.h"
#include "decisions/pipeline/launch_activity.h"
#include "decisions/pipeline/miss_counts.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

class WorkGroup;

/// Reused for one warp of work-items after another; all memory is allocated at construction.
class Warp {
 public:
  Warp(const CoreConfig& core, const MemoryConfig& memory);

  /// Becomes a warp without work-items. Registers of its program and private memory are zero.
  void start(const Launch& launch, WorkGroup& group);
  /// The lane holds a work-item from now on.
  void hold(unsigned lane, const WorkItem& item) {
    dispatched_.set(lane);
    items_[lane] = item;
  }

  LaneRegisters& registers() { return registers_; }
  const LaneRegisters& registers() const { return registers_; }
  /// The state of the warp, where its lanes are in the bytes of `places`.
  StateParts state(StateBytes places) const;
  /// Which of them are in scalar rows, with core.scalar.
  ScalarRows& scalar_rows() { return scalar_rows_; }
  const ScalarRows& scalar_rows() const { return scalar_rows_; }
  const AddressSpaces& spaces() const { return spaces_; }
  AddressSpaces& spaces() { return spaces_; }
  WorkGroup& group() const { return *group_; }
  const Launch& launch() const { return *launch_; }
  PrivateMemory& private_memory() { return private_memory_; }

  /// Lanes that hold a work-item.
  LaneMask dispatched() const { return dispatched_; }

  /// Value of a work-item CSR in one lane.
  std::uint32_t work_item_csr(WorkItemCsr csr, unsigned lane) const;
  /// Of the warp's work-items, which are of one unless lanes walk regions.
  std::uint32_t sub_group() const {
    return launch_->sub_group_place(items_[dispatched_.lowest()]).id;
  }
  /// Global id of a lane's work-item.
  std::array<std::uint32_t, 3> global_id(unsigned lane) const;

  /// The snoop that some lanes have carried out hit in `hits` of them.
  void snooped(LaneMask lanes, LaneMask hits) { snoop_hits_ = snoop_hits_.without(lanes) | hits; }

  MissCounts& misses() { return misses_; }

  /// Instructions since the warp last changed memory, met a barrier, or a lane of it ended.
  std::uint64_t quiet_instructions() const { return quiet_instructions_; }
  void count_quiet(std::uint64_t instructions) { quiet_instructions_ += instructions; }
  void end_quiet() {
    quiet_instructions_ = 0;
    tell_of_change();
  }
  /// The warp has done something else that others could see, or that may end otherwise when it is
  /// repeated.
  void tell_of_change() {
    if (launch_->activity != nullptr) launch_->activity->change();
  }

 private:
  void clear_rows(const RegisterSet& rows);
  std::uint32_t sub_group_csr(WorkItemCsr csr, unsigned lane) const;

  std::unique_ptr<std::uint32_t[]> storage_;
  std::vector<std::uint8_t> float_flags_;
  std::vector<std::uint8_t> float_rounding_;
  LaneRegisters registers_;
  ScalarRows scalar_rows_;
  PrivateMemory private_memory_;
  AddressSpaces spaces_;
  LaneMask dispatched_;
  LaneMask snoop_hits_;  ///< lanes whose latest snoop hit
  const Launch* launch_ = nullptr;
  WorkGroup* group_ = nullptr;
  std::array<WorkItem, 64> items_{};
  MissCounts misses_;
  std::uint64_t quiet_instructions_ = 0;
};

}  // namespace lanefold
