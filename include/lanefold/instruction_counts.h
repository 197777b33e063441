// SPDX-License-Identifier: Apache-2.0
// What one instruction of a program counts in all threads that execute it: the rows of a profile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lanefold/counter_kind.h"
#include "lanefold/policy_cycles.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// What a thread waits for that waits for memory, from the core down. docs/method/profile.md says
/// what belongs where.
enum class MemoryPlace : std::uint8_t {
  LoadStore,     ///< the load/store unit: its queue, addresses, lines sent one after the other
  Outstanding,   ///< an answer, since memory has as many requests as it may have
  Stores,        ///< answers to stores, at a fence or barrier
  LeftBehind,    ///< values of lanes that a load has left behind
  LocalMemory,   ///< shared local memory
  L1,            ///< a core's own first cache
  L2,            ///< the second cache, private or shared
  Interconnect,  ///< the interconnect, such as a data cluster
  Directory,     ///< the directory, and the caches that it asks
  L3,
  Llc,
  Dram,
};
constexpr std::size_t kMemoryPlaces = static_cast<std::size_t>(MemoryPlace::Dram) + 1;
/// As in a profile, for instance "local_memory"; throws Error(Internal) for no place.
const char* memory_place_name(MemoryPlace place);
/// What is waited for there, in one line.
const char* memory_place_help(MemoryPlace place);

/// A counter that LaunchStatistics has under the same name means the same, and its sum over all
/// instructions is that of the launches.
///
/// What every issue counts comes first: the host's cache holds it in a few lines.
struct alignas(64) InstructionCounts {
  std::uint64_t fpu_instructions = 0;
  std::uint64_t em_instructions = 0;
  std::uint64_t timed_eu_cycles = 0;
  std::uint64_t ideal_slots = 0;
  std::uint64_t lane_operations = 0;
  std::uint64_t register_reads = 0;
  std::uint64_t register_writes = 0;
  std::uint64_t register_bits = 0;
  LaneLedger ledger;
  std::uint64_t swizzled_lanes = 0;
  PolicyCycles eu_cycles;
  std::array<std::uint64_t, 65> active_lanes{};
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;
  std::uint64_t lanes_offered = 0;
  std::uint64_t single_lane_instructions = 0;
  std::uint64_t unmasked_instructions = 0;
  std::uint64_t alu_instructions = 0;
  std::uint64_t send_instructions = 0;
  std::uint64_t branches = 0;
  std::uint64_t divergent_branches = 0;
  std::uint64_t barriers = 0;
  std::uint64_t splits = 0;  ///< of the lanes of a thread
  std::uint64_t merges = 0;
  std::uint64_t memory_instructions = 0;
  std::uint64_t memory_lines = 0;
  std::uint64_t line_hits = 0;
  std::uint64_t line_misses = 0;
  std::uint64_t line_cycles = 0;
  std::uint64_t loads = 0;
  std::uint64_t missing_loads = 0;
  std::uint64_t divergent_loads = 0;
  std::uint64_t load_lanes = 0;
  std::uint64_t missed_lanes = 0;
  std::uint64_t load_results = 0;
  std::uint64_t load_cycles = 0;
  std::uint64_t decided_loads = 0;
  std::uint64_t slips = 0;
  std::uint64_t left_behind_lanes = 0;
  std::uint64_t met_lanes = 0;
  std::uint64_t full_tables = 0;
  std::uint64_t divisions_at_loads = 0;
  std::uint64_t divisions_at_branches = 0;
  std::uint64_t bank_conflict_cycles = 0;
  std::uint64_t send_wait_cycles = 0;
  std::uint64_t local_requests = 0;
  std::uint64_t local_words = 0;
  std::uint64_t local_wait_cycles = 0;
  /// The ledger's memory_wait, by what is waited for.
  std::array<std::uint64_t, kMemoryPlaces> memory_wait{};
  /// Its lines that came to each level of memory.
  std::array<std::uint64_t, kMemoryPlaces> level_lines{};

  void add(const InstructionCounts& other);

  /// Hands each counter to a visitor, as LaunchStatistics::describe does.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void InstructionCounts::describe(Self& self, Visitor& visit) {
  visit.counter("warp_instructions", self.warp_instructions, "instructions",
                "issues: times that a warp executed it, each counted once for all lanes");
  visit.counter("lane_instructions", self.lane_instructions, "instructions",
                "active lanes over all issues");
  visit.counter("lanes_offered", self.lanes_offered, "lanes",
                "lanes that it was for, active or not");
  visit.counter("single_lane_instructions", self.single_lane_instructions, "instructions",
                "issues of core.isa=gen8 for one lane only (SIMD1)");
  visit.counter("unmasked_instructions", self.unmasked_instructions, "instructions",
                "issues of core.isa=gen8 whose lanes no mask turns off (NoMask)");
  visit.counter("alu_instructions", self.alu_instructions, "instructions",
                "issues to an ALU pipe: FPU, EM or scalar");
  visit.counter("fpu_instructions", self.fpu_instructions, "instructions", "issues to FPU");
  visit.counter("em_instructions", self.em_instructions, "instructions", "issues to EM");
  visit.counter("send_instructions", self.send_instructions, "instructions",
                "issues to the load/store unit: memory, barriers, fences");
  visit.counter("branches", self.branches, "instructions", "conditional branches executed");
  visit.counter("divergent_branches", self.divergent_branches, "instructions",
                "of these, branches whose active lanes disagreed");
  visit.counter("barriers", self.barriers, "instructions", "work-group barriers executed by warps");
  visit.counter("splits", self.splits, "splits",
                "times that lanes of a thread left others here: by a branch, behind a load, or as "
                "a slice");
  visit.counter("merges", self.merges, "splits",
                "times that lanes of a thread met others when it had been executed");
  visit.counter("memory_instructions", self.memory_instructions, "instructions",
                "loads, stores and atomics that sent line requests");
  visit.counter("memory_lines", self.memory_lines, "lines", "line requests sent to memory");
  visit.counter("line_hits", self.line_hits, "lines",
                "lines of loads and atomics that the first cache on their way had");
  visit.counter("line_misses", self.line_misses, "lines",
                "lines of loads and atomics that the first cache on their way had not");
  visit.counter("line_cycles", self.line_cycles, "cycles",
                "cycles from the requests for these lines to their answers, summed");
  visit.counter("loads", self.loads, "instructions",
                "loads and atomics that sent line requests, counted when all are answered");
  visit.counter("missing_loads", self.missing_loads, "instructions",
                "of these, those with a lane that missed in the first cache on its way");
  visit.counter("divergent_loads", self.divergent_loads, "instructions",
                "of these, those with lanes that missed and lanes that hit");
  visit.counter("load_lanes", self.load_lanes, "lanes", "active lanes of these");
  visit.counter("missed_lanes", self.missed_lanes, "lanes", "of these, lanes that missed");
  visit.counter("load_results", self.load_results, "instructions",
                "loads and atomics that have brought their values, those of local memory, too");
  visit.counter("load_cycles", self.load_cycles, "cycles",
                "cycles from the issue of these until they were complete, summed");
  visit.counter("decided_loads", self.decided_loads, "loads",
                "loads at which Diverge on Miss decided which lanes proceed");
  visit.counter("slips", self.slips, "loads", "loads at which lanes were left behind");
  visit.counter("left_behind_lanes", self.left_behind_lanes, "lanes",
                "lanes left behind because they missed or were too far ahead");
  visit.counter("met_lanes", self.met_lanes, "lanes",
                "left-behind lanes that other lanes of their warp met here");
  visit.counter("full_tables", self.full_tables, "loads",
                "loads that blocked because the memory divergence table was full");
  visit.counter("divisions_at_loads", self.divisions_at_loads, "slices",
                "slices created here from lanes whose values had arrived");
  visit.counter("divisions_at_branches", self.divisions_at_branches, "slices",
                "slices created here from the lanes on one path");
  visit.counter("bank_conflict_cycles", self.bank_conflict_cycles, "cycles",
                "additional cycles because lanes wanted different words of one bank of the core's "
                "own cache");
  visit.counter("send_wait_cycles", self.send_wait_cycles, "cycles",
                "cycles that its line requests waited to be sent, summed");
  visit.counter("local_requests", self.local_requests, "requests",
                "requests to shared local memory");
  visit.counter("local_words", self.local_words, "words",
                "words that the banks of shared local memory read and wrote");
  visit.counter("local_wait_cycles", self.local_wait_cycles, "cycles",
                "cycles that requests to shared local memory waited, summed");
  visit.counter("lane_operations", self.lane_operations, "operations", "ALU operations");
  visit.counter("swizzled_lanes", self.swizzled_lanes, "lanes",
                "lanes issued at an ALU position other than their own");
  visit.counter("register_reads", self.register_reads, "accesses", "register-file bank reads");
  visit.counter("register_writes", self.register_writes, "accesses", "register-file bank writes");
  visit.counter("register_bits", self.register_bits, "bits",
                "bits moved by accesses to the register file");
  for (std::size_t i = 0; i < counted_policies().size(); ++i) {
    const CountedPolicy& policy = counted_policies()[i];
    visit.counter(policy.counter.c_str(), self.eu_cycles.cycles[i], "cycles", policy.help.c_str());
  }
  visit.counter("eu_cycles", self.timed_eu_cycles, "cycles",
                "ALU cycles as timed, under the machine's own policy");
  visit.counter("ideal_slots", self.ideal_slots, "slots",
                "lane-slots that the active lanes of these cycles need");
  visit.histogram("active_lanes", self.active_lanes, "issues by number of active lanes");
}

}  // namespace lanefold
