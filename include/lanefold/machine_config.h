// SPDX-License-Identifier: Apache-2.0
// A machine's parameters: one struct per block, the single source of names, defaults, ranges and
// help texts.
//
// `describe` hands every field to a visitor; the TOML reader, `--set`, `--print-config` and `list
// parameters` are such visitors. A visitor offers number(key, field, least, most, help), flag(key,
// field, help), choice(key, field, help) and text(key, field, help), number_or(key, field,
// least, most, word, value, help) for a number that may be a word instead, and section(name,
// block, help) for a nested block. Behind the help text of each may stand the Conditions under
// which it means something; those of a section hold for all within it but for what they ask for,
// and what those before ask for.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "lanefold/choice.h"
#include "lanefold/core_config.h"
#include "lanefold/memory_config.h"

namespace lanefold {

/// `coherence`: how private caches see what others write.
enum class Coherence : std::uint8_t {
  None,  ///< they are emptied at synchronisation
  Mesi,  ///< by a directory in the shared l2
};
template <>
struct Names<Coherence> {
  static constexpr std::array kValues{"none", "mesi"};
};

/// `dispatch.mapping`: which work-items the lanes get.
enum class ItemMapping : std::uint8_t {
  Neighbours,  ///< neighbouring ones go to neighbouring lanes
  Regions,     ///< each lane walks a region of neighbouring ones, unless a group keeps its own
};
template <>
struct Names<ItemMapping> {
  static constexpr std::array kValues{"neighbours", "regions"};
};

/// How the thread dispatcher gives work-items to lanes.
struct DispatchConfig {
  ItemMapping mapping = ItemMapping::Neighbours;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.choice("mapping", self.mapping,
                 "which work-items lanes get: neighbouring ones go to neighbouring lanes, or each "
                 "lane walks a region of the launch; where work-items can meet, at a barrier or in "
                 "local memory that their program has, neighbours of a group go to the same lane "
                 "of its successive warps");
  }
};

/// When a run is given up.
struct LimitsConfig {
  std::uint64_t max_cycles = 0;
  std::uint64_t no_progress_cycles = 1'000'000;
  std::uint64_t livelock_instructions = 100'000'000;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// By default nothing but cores and a DRAM of one latency that moves a line of 64 bytes a cycle.
struct MachineConfig {
  std::string name = "ivb-eu";
  std::uint32_t cores = 6;
  std::uint32_t clock_mhz = 1000;
  Coherence coherence = Coherence::None;
  DispatchConfig dispatch;
  CoreConfig core;
  LocalMemoryConfig local_memory;
  InstructionCacheConfig instruction_cache;
  CacheConfig l1;
  LevelTwoConfig l2;
  DirectoryConfig directory;
  InterconnectConfig interconnect;
  CacheConfig l3;
  CacheConfig llc;
  DramConfig dram;
  MemoryConfig memory;
  LimitsConfig limits;

  MachineConfig() {
    instruction_cache.perfect = true;
    l1.enabled = l2.enabled = l3.enabled = llc.enabled = interconnect.enabled = false;
    dram.latency = 30;
    dram.bandwidth_mb_s = 64000;
  }

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void LimitsConfig::describe(Self& self, Visitor& visit) {
  visit.number("max_cycles", self.max_cycles, 0, UINT64_MAX,
               "give up after so many cycles; 0 is never");
  visit.number("no_progress_cycles", self.no_progress_cycles, 1000, UINT64_MAX,
               "give up when no instruction has issued and memory has answered nothing for so many "
               "cycles");
  visit.number("livelock_instructions", self.livelock_instructions, 1000, UINT64_MAX,
               "give up when a warp executes so many instructions without changing memory, "
               "meeting a barrier or ending a work-item");
}

template <class Self, class Visitor>
void MachineConfig::describe(Self& self, Visitor& visit) {
  visit.text("name", self.name, "of the machine");
  visit.number("cores", self.cores, 1, 256, "execution units that share the thread dispatcher");
  visit.number("clock_mhz", self.clock_mhz, 1, 100000, "core clock");
  visit.number("dc_lines_per_cycle", self.interconnect.lines_per_cycle, 0, 64,
               "requests, and lines of responses, that the interconnect as a whole passes in a "
               "cycle (ISCA'13 table 3); 0 is no limit",
               {present_if("interconnect.enabled", "true")});
  visit.choice("coherence", self.coherence,
               "how private caches see what others write: mesi by a directory in the shared l2, "
               "none by being emptied at synchronisation");
  visit.section("dispatch", self.dispatch, "the thread dispatcher", {when("core.isa", "riscv")});
  visit.section("core", self.core, "the execution unit (EU)");
  visit.section("local_memory", self.local_memory, "shared local memory (SLM)");
  visit.section("instruction_cache", self.instruction_cache, "instructions, each core's own",
                {present_if("instruction_cache.perfect", "false"),
                 present_if("instruction_cache.enabled", "true")});
  visit.section("l1", self.l1, "data, each core's own", {present_if("l1.enabled", "true")});
  visit.section("l2", self.l2, "the second level", {present_if("l2.enabled", "true")});
  visit.section("directory", self.directory, "of a coherent machine, in front of the shared l2",
                {present_if("coherence", "mesi")});
  visit.section("interconnect", self.interconnect,
                "data cluster or crossbar, between the cores and what they share",
                {present_if("interconnect.enabled", "true")});
  visit.section("l3", self.l3, "shared, behind the interconnect and a shared l2",
                {present_if("l3.enabled", "true")});
  visit.section("llc", self.llc, "the last level, shared", {present_if("llc.enabled", "true")});
  visit.section("dram", self.dram, "memory controller and DRAM");
  visit.section("memory", self.memory, "global and private memory");
  visit.section("limits", self.limits, "when a run is given up");
}

}  // namespace lanefold
