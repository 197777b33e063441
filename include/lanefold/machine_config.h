// SPDX-License-Identifier: Apache-2.0
// A machine's parameters: one struct per block, the single source of names, defaults, ranges and
// help texts.
//
// `describe` hands every field to a visitor; the TOML reader, `--set`, `--print-config` and `list
// parameters` are such visitors. A visitor offers number(key, field, least, most, help), flag(key,
// field, help), choice(key, field, names, help) and text(key, field, help), and section(name,
// block, help) for a nested block.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanefold {

/// One execution unit (EU).
struct CoreConfig {
  std::uint32_t warp_width = 16;
  std::uint32_t warps = 6;
  std::uint32_t alu_width = 4;
  std::string compaction = "ivb";
  std::string reconvergence = "wto";
  std::string arbiter = "rotating";
  std::string register_file = "auto";
  std::string datapath = "fast";
  std::uint32_t issue_width = 2;
  std::uint32_t issue_period = 2;
  std::uint32_t fetch_latency = 2;
  std::uint32_t fetch_instructions = 4;
  std::uint32_t queue_instructions = 8;
  std::uint32_t fpu_latency = 6;
  std::uint32_t em_latency = 10;
  std::uint32_t em_interval = 1;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// Shared local memory of the group of EUs that a work-group occupies.
struct LocalMemoryConfig {
  std::uint32_t bytes = 65536;
  std::uint32_t latency = 5;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// Everything behind the load/store units: for now one target of fixed latency and limited
/// bandwidth.
struct MemoryConfig {
  std::uint32_t bytes = 1U << 30;
  std::uint32_t line_bytes = 64;
  std::uint32_t latency = 30;
  std::uint32_t lines_per_cycle = 1;
  std::uint32_t outstanding_lines = 64;
  std::uint32_t private_bytes = 16384;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// When a run is given up.
struct LimitsConfig {
  std::uint64_t max_cycles = 0;
  std::uint64_t no_progress_cycles = 1'000'000;
  std::uint64_t livelock_instructions = 100'000'000;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

struct MachineConfig {
  std::string name = "ivb-eu";
  std::uint32_t cores = 6;
  std::uint32_t clock_mhz = 1000;
  CoreConfig core;
  LocalMemoryConfig local_memory;
  MemoryConfig memory;
  LimitsConfig limits;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// Names of the policies that a build knows; each factory owns its list.
const std::vector<std::string>& compaction_policy_names();
const std::vector<std::string>& reconvergence_policy_names();
const std::vector<std::string>& arbiter_policy_names();
const std::vector<std::string>& register_file_names();
const std::vector<std::string>& datapath_names();

template <class Self, class Visitor>
void CoreConfig::describe(Self& self, Visitor& visit) {
  visit.number("warp_width", self.warp_width, 1, 64, "lanes of a warp");
  visit.number("warps", self.warps, 1, 64, "hardware threads, each holding one warp");
  visit.number("alu_width", self.alu_width, 1, 64, "32-bit lanes of each ALU");
  visit.choice("compaction", self.compaction, compaction_policy_names(),
               "how cycles without active lanes are skipped (ISCA'13 sections 3 and 4)");
  visit.choice("reconvergence", self.reconvergence, reconvergence_policy_names(),
               "where diverged lanes join again");
  visit.choice("arbiter", self.arbiter, arbiter_policy_names(),
               "which ready warps issue (ISCA'13 section 2.2, stage 4)");
  visit.choice("register_file", self.register_file, register_file_names(),
               "register-file organisation (ISCA'13 figure 5); auto takes the one that the "
               "compaction needs");
  visit.choice(
      "datapath", self.datapath, datapath_names(),
      "fast executes a warp at once, exact moves every quad; results and cycles are the same");
  visit.number("issue_width", self.issue_width, 1, 3,
               "instructions per arbitration pass, from distinct warps");
  visit.number("issue_period", self.issue_period, 1, 64, "cycles between arbitration passes");
  visit.number("fetch_latency", self.fetch_latency, 1, 64,
               "cycles from fetch request to instruction queue");
  visit.number("fetch_instructions", self.fetch_instructions, 1, 64,
               "instructions that one fetch delivers");
  visit.number("queue_instructions", self.queue_instructions, 1, 64,
               "instruction-queue entries of a warp");
  visit.number("fpu_latency", self.fpu_latency, 1, 1000,
               "cycles from the last quad's issue to write-back, FPU pipe");
  visit.number("em_latency", self.em_latency, 1, 1000, "the same for extended math on the EM pipe");
  visit.number("em_interval", self.em_interval, 1, 64,
               "cycles that each quad of an extended-math instruction takes");
}

template <class Self, class Visitor>
void LocalMemoryConfig::describe(Self& self, Visitor& visit) {
  visit.number("bytes", self.bytes, 1024, 1U << 24, "capacity, shared by the resident work-groups");
  visit.number("latency", self.latency, 1, 10000, "cycles from request to data");
}

template <class Self, class Visitor>
void MemoryConfig::describe(Self& self, Visitor& visit) {
  visit.number("bytes", self.bytes, 1U << 16, 0xd000'0000U, "global memory");
  visit.number("line_bytes", self.line_bytes, 8, 4096, "bytes of a line; a power of two");
  visit.number("latency", self.latency, 1, 100000, "cycles from request to data");
  visit.number("lines_per_cycle", self.lines_per_cycle, 1, 64, "bandwidth");
  visit.number("outstanding_lines", self.outstanding_lines, 1, 65536,
               "line requests of one EU that memory has not answered yet");
  visit.number("private_bytes", self.private_bytes, 256, 1U << 24,
               "private memory of a work-item; a multiple of 16");
}

template <class Self, class Visitor>
void LimitsConfig::describe(Self& self, Visitor& visit) {
  visit.number("max_cycles", self.max_cycles, 0, UINT64_MAX,
               "give up after so many cycles; 0 is never");
  visit.number("no_progress_cycles", self.no_progress_cycles, 1000, UINT64_MAX,
               "give up when no instruction has issued for so many cycles");
  visit.number("livelock_instructions", self.livelock_instructions, 1000, UINT64_MAX,
               "give up when a warp executes so many instructions without changing memory, "
               "meeting a barrier or ending a work-item");
}

template <class Self, class Visitor>
void MachineConfig::describe(Self& self, Visitor& visit) {
  visit.text("name", self.name, "of the machine");
  visit.number("cores", self.cores, 1, 256,
               "execution units that share local memory and the thread dispatcher");
  visit.number("clock_mhz", self.clock_mhz, 1, 100000, "core clock");
  visit.section("core", self.core, "the execution unit (EU)");
  visit.section("local_memory", self.local_memory, "shared local memory (SLM)");
  visit.section("memory", self.memory, "global and private memory");
  visit.section("limits", self.limits, "when a run is given up");
}

}  // namespace lanefold
