// SPDX-License-Identifier: Apache-2.0
// What a launch counts: plain integers, incremented inline, each described once with name, unit and
// meaning.
//
// `describe` hands every counter to a visitor: counter(name, value, unit, help, kind), where kind
// is Sum unless stated, and histogram(name, array, help), whose entries are sums. Ratios are
// formulas at dump time and are not stored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/adaptation_statistics.h"
#include "lanefold/counter_kind.h"
#include "lanefold/policy_cycles.h"
#include "lanefold/scalar_statistics.h"
#include "lanefold/slip_statistics.h"
#include "lanefold/subdivision_statistics.h"

namespace lanefold {

/// Causes to which lane-slots are charged; every slot of every ALU cycle of every core goes to
/// exactly one.
enum class SlotCause : std::uint8_t {
  Useful,             ///< an active lane computes
  ControlDivergence,  ///< a lane is off because it is on another path
  DispatchMask,       ///< a lane is off since dispatch (partial warp) or by predicate
  CompactionSlack,    ///< the last quad of an ideally compacted instruction is not full
  IssueConflict,      ///< a warp was ready for this pipe, but the arbiter could not issue it now
  OtherPipe,          ///< warps were ready, but only for another pipe
  OperandWait,        ///< the scoreboard waits for an ALU result
  MemoryWait,         ///< the scoreboard waits for a load
  MemoryDivergence,   ///< lanes wait for other lanes' misses (split or slip)
  BarrierWait,        ///< warps wait at a work-group barrier
  FrontEnd,           ///< no instruction that could issue: fetch, branches, compaction control
  NoWarp,             ///< no resident warp
  RegisterFile,       ///< the pipe waits for operand fetch
  OtherSlice,         ///< the lane is not in the slice that issued (IPDPS'12)
  Draining,           ///< the core waits for its work-items to end, to divide its warps anew
  Reconfiguration,    ///< the core divides its warps anew
  Uniform,            ///< one lane computes a result that is the same in all lanes
};
constexpr std::size_t kSlotCauses = static_cast<std::size_t>(SlotCause::Uniform) + 1;
/// Name in statistics, for instance "control_divergence"; throws Error(Internal) for no cause.
const char* slot_cause_name(SlotCause cause);
/// What the slots charged to `cause` were lost to, in one line.
const char* slot_cause_help(SlotCause cause);

/// The lost-lane ledger of one or more cores. A slot is one 32-bit ALU lane for one cycle.
struct LaneLedger {
  std::array<std::uint64_t, kSlotCauses> slots{};
  void charge(SlotCause cause, std::uint64_t count) {
    slots[static_cast<std::size_t>(cause)] += count;
  }
  std::uint64_t operator[](SlotCause cause) const { return slots[static_cast<std::size_t>(cause)]; }
  std::uint64_t total() const;
  void add(const LaneLedger& other);
};

/// What one level of memory counted: a cache, the interconnect, DRAM. The private caches of all
/// cores at one level are added up.
struct MemoryBlockStatistics {
  struct Counter {
    const char* name;  ///< names and units are literals
    const char* unit;
    std::uint64_t value;
    CounterKind kind = CounterKind::Sum;
  };
  struct BankCounter {
    const char* name;
    std::vector<std::uint64_t> values;  ///< by bank
  };
  std::string name;  ///< name of the level's section in the configuration
  std::uint32_t instances = 0;
  std::vector<Counter> counters;
  std::vector<BankCounter> banks;

  /// Whether it is a cache: only caches count by bank.
  bool is_cache() const { return !banks.empty(); }
  /// A counter that the block does not have throws Error(Internal).
  std::uint64_t operator[](std::string_view counter) const;
};

/// Adds to the block of the same name, or appends a new one.
void add_block(std::vector<MemoryBlockStatistics>& blocks, const MemoryBlockStatistics& block);

struct LaunchStatistics {
  std::string kernel;
  unsigned dimensions = 0;  ///< of the index space, OpenCL 1.2 clause 3.2
  std::array<std::uint32_t, 3> global_size{};
  std::array<std::uint32_t, 3> local_size{};
  std::array<std::uint32_t, 3> global_offset{};
  bool timed = false;
  bool partial = false;  ///< the launch was stopped before its end
  std::uint32_t warp_width = 0;
  std::uint32_t alu_width = 0;
  std::uint32_t cores = 0;

  std::uint64_t cycles = 0;         ///< 0 when functional
  std::uint64_t memory_cycles = 0;  ///< until memory is idle, which may be later
  std::uint64_t warps = 0;          ///< warps dispatched
  std::uint64_t work_items = 0;
  std::uint64_t warp_instructions = 0;  ///< executed, of every kind
  std::uint64_t lane_instructions = 0;  ///< sum of active lanes over warp instructions
  std::uint64_t lanes_offered = 0;      ///< lanes that warp instructions are for, active or not
  std::uint64_t single_lane_instructions = 0;  ///< warp instructions for one lane only
  std::uint64_t unmasked_instructions = 0;     ///< whose lanes no mask turns off
  std::uint64_t alu_instructions = 0;          ///< warp instructions on an ALU pipe
  std::uint64_t fpu_instructions = 0;
  std::uint64_t em_instructions = 0;
  std::uint64_t send_instructions = 0;
  std::uint64_t swizzled_lanes = 0;  ///< lanes that the timed schedule moved to another position
  std::uint64_t register_reads = 0;  ///< accesses to register-file banks
  std::uint64_t register_writes = 0;
  std::uint64_t register_bits = 0;    ///< bits moved by accesses to the register file
  PolicyCycles eu_cycles;             ///< ALU cycles under each counted policy
  std::uint64_t timed_eu_cycles = 0;  ///< ALU cycles under the machine's policy; 0 when functional
  std::uint64_t ideal_slots = 0;      ///< lane-slots of active lanes in timed ALU cycles
  LaneLedger ledger;
  std::uint64_t branches = 0;
  std::uint64_t divergent_branches = 0;
  std::uint64_t barriers = 0;
  std::uint64_t memory_instructions = 0;  ///< loads, stores and atomics that sent line requests
  std::uint64_t memory_lines = 0;         ///< line requests sent to memory
  std::uint64_t loads = 0;                ///< loads and atomics that memory has answered
  std::uint64_t missing_loads = 0;        ///< loads with a lane that missed
  std::uint64_t divergent_loads = 0;      ///< loads with lanes that missed and lanes that hit
  std::uint64_t load_lanes = 0;           ///< active lanes of loads
  std::uint64_t missed_lanes = 0;         ///< active lanes of loads that missed
  std::uint64_t longest_misses = 0;  ///< misses of each warp's lane that missed most often, summed
  SlipStatistics slip;
  SubdivisionStatistics subdivision;
  AdaptationStatistics adaptation;
  ScalarStatistics scalar;
  std::vector<AdaptationStep> adaptation_path;  ///< by core, then in order of time
  std::uint64_t bank_conflict_cycles = 0;       ///< lost to bank conflicts of a core's own cache
  std::uint64_t send_wait_cycles = 0;           ///< cycles that line requests waited to be sent
  std::uint64_t local_requests = 0;             ///< requests to shared local memory
  std::uint64_t local_words = 0;            ///< words that the banks of local memory read and wrote
  std::uint64_t local_wait_cycles = 0;      ///< lost to banks and ports of local memory
  std::uint64_t local_conflict_cycles = 0;  ///< lost to bank conflicts of local memory
  std::uint64_t most_splits = 0;            ///< most splits that any warp held at once
  /// Warp instructions by number of active lanes, 0..64.
  std::array<std::uint64_t, 65> active_lanes{};
  /// Issue: passes by number of instructions issued, 0..3.
  std::array<std::uint64_t, 4> issued_per_pass{};
  /// The levels of memory, from the cores down; empty when functional.
  std::vector<MemoryBlockStatistics> memory;

  /// Adds a later launch or another core; identity fields stay.
  void add(const LaunchStatistics& other);

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void LaunchStatistics::describe(Self& self, Visitor& visit) {
  visit.counter("cycles", self.cycles, "cycles",
                "core clock cycles from launch to the last write-back", CounterKind::TimedSum);
  visit.counter("memory_cycles", self.memory_cycles, "cycles",
                "core clock cycles from launch until memory is idle, write-backs included",
                CounterKind::TimedSum);
  visit.counter("warps", self.warps, "warps", "warps dispatched");
  visit.counter("work_items", self.work_items, "work-items", "work-items executed");
  visit.counter("warp_instructions", self.warp_instructions, "instructions",
                "instructions executed by warps, each counted once for all its lanes");
  visit.counter("lane_instructions", self.lane_instructions, "instructions",
                "active lanes over all warp instructions");
  visit.counter("lanes_offered", self.lanes_offered, "lanes",
                "lanes that warp instructions are for, active or not: those of the warp, or those "
                "that an instruction of core.isa=gen8 names");
  visit.counter("single_lane_instructions", self.single_lane_instructions, "instructions",
                "warp instructions of core.isa=gen8 for one lane only (SIMD1)");
  visit.counter("unmasked_instructions", self.unmasked_instructions, "instructions",
                "warp instructions of core.isa=gen8 whose lanes no mask turns off (NoMask)");
  visit.counter("alu_instructions", self.alu_instructions, "instructions",
                "warp instructions on an ALU pipe: FPU, EM or scalar");
  visit.counter("fpu_instructions", self.fpu_instructions, "instructions",
                "warp instructions on the FPU pipe");
  visit.counter("em_instructions", self.em_instructions, "instructions",
                "warp instructions on the EM pipe");
  visit.counter("send_instructions", self.send_instructions, "instructions",
                "memory, barrier and fence instructions");
  visit.counter("branches", self.branches, "instructions", "conditional branches");
  visit.counter("divergent_branches", self.divergent_branches, "instructions",
                "branches whose active lanes disagree");
  visit.counter("barriers", self.barriers, "instructions", "work-group barriers executed by warps");
  visit.counter("memory_instructions", self.memory_instructions, "instructions",
                "loads, stores and atomics that sent line requests");
  visit.counter("memory_lines", self.memory_lines, "lines", "line requests sent to memory");
  visit.counter("loads", self.loads, "instructions", "loads and atomics that sent line requests");
  visit.counter("missing_loads", self.missing_loads, "instructions",
                "loads and atomics with a lane that missed in the first cache on its way");
  visit.counter(
      "divergent_loads", self.divergent_loads, "instructions",
      "loads and atomics with lanes that missed and lanes that hit: the papers' memory divergence");
  visit.counter("load_lanes", self.load_lanes, "lanes", "active lanes of loads and atomics");
  visit.counter("missed_lanes", self.missed_lanes, "lanes",
                "active lanes of loads and atomics that missed in the first cache on their way");
  visit.counter(
      "longest_misses", self.longest_misses, "loads",
      "loads at which the most often missing lane of a warp missed, summed over warps: where loads "
      "block, these misses follow one another even if no lane waits for another");
  SlipStatistics::describe(self.slip, visit);
  SubdivisionStatistics::describe(self.subdivision, visit);
  AdaptationStatistics::describe(self.adaptation, visit);
  ScalarStatistics::describe(self.scalar, visit);
  visit.counter("bank_conflict_cycles", self.bank_conflict_cycles, "cycles",
                "additional cycles of memory instructions whose lanes wanted different words of "
                "one bank of their core's own cache");
  visit.counter("send_wait_cycles", self.send_wait_cycles, "cycles",
                "cycles that line requests waited until memory accepted the previous one, or "
                "answered one of memory.outstanding_lines, summed");
  visit.counter("local_requests", self.local_requests, "requests",
                "requests to shared local memory");
  visit.counter("local_words", self.local_words, "words",
                "words of 32 bits that the banks of shared local memory read and wrote: one for "
                "all lanes that share it, two for an atomic of a lane");
  visit.counter(
      "local_wait_cycles", self.local_wait_cycles, "cycles",
      "cycles that requests to shared local memory waited for banks and for other EUs, summed");
  visit.counter(
      "local_conflict_cycles", self.local_conflict_cycles, "cycles",
      "cycles that requests to shared local memory waited because of bank conflicts, summed");
  visit.counter("swizzled_lanes", self.swizzled_lanes, "lanes",
                "lanes issued at an ALU position other than their own");
  visit.counter("register_reads", self.register_reads, "accesses", "register-file bank reads");
  visit.counter("register_writes", self.register_writes, "accesses", "register-file bank writes");
  visit.counter("register_bits", self.register_bits, "bits",
                "bits moved by register-file accesses");
  visit.counter("most_splits", self.most_splits, "splits", "most splits that a warp held at once",
                CounterKind::Maximum);
  for (std::size_t i = 0; i < counted_policies().size(); ++i) {
    const CountedPolicy& policy = counted_policies()[i];
    visit.counter(policy.counter.c_str(), self.eu_cycles.cycles[i], "cycles", policy.help.c_str());
  }
  visit.counter("eu_cycles", self.timed_eu_cycles, "cycles",
                "ALU cycles as timed, under the machine's own policy; 0 when functional",
                CounterKind::TimedSum);
  visit.counter("ideal_slots", self.ideal_slots, "slots",
                "lane-slots that the active lanes of the timed ALU cycles need; 0 when functional",
                CounterKind::TimedSum);
  visit.histogram("active_lanes", self.active_lanes, "warp instructions by number of active lanes");
  visit.histogram("issued_per_pass", self.issued_per_pass,
                  "arbitration passes by instructions issued");
}

}  // namespace lanefold
