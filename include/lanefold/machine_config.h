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
  bool shared = true;
  std::uint32_t bytes = 65536;
  std::uint32_t latency = 5;
  std::uint32_t banks = 16;
  std::uint32_t ports = 1;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// What work-items see as memory, and how an EU asks for it.
struct MemoryConfig {
  std::uint32_t bytes = 1U << 30;
  std::uint32_t line_bytes = 64;
  std::uint32_t outstanding_lines = 64;
  std::uint32_t private_bytes = 16384;
  std::uint32_t overrun_bytes = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// One cache, of instructions or of data; the line is `memory.line_bytes` for all of them.
struct CacheConfig {
  bool enabled = true;
  std::uint32_t bytes = 32768;
  std::uint32_t ways = 4;
  std::uint32_t banks = 1;
  std::uint32_t latency = 1;
  std::uint32_t mshrs = 32;
  std::uint32_t mshr_targets = 8;
  std::uint32_t queue = 4;
  std::string replacement = "lru";
  std::string write = "back";
  std::uint32_t polluted_percent = 0;
  std::uint64_t seed = 1;
  bool perfect = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// The second level, one of each core's own or one for all.
struct LevelTwoConfig : CacheConfig {
  bool shared = true;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// Keeps private caches coherent, in front of the memory that they share.
struct DirectoryConfig {
  std::uint32_t latency = 1;
  std::uint32_t transactions = 64;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// What joins the cores to the memory that they share: a data cluster (ISCA'13 section 2.3) or a
/// crossbar (IPDPS'12 table I). `lines_per_cycle` is the machine's dc_lines_per_cycle.
struct InterconnectConfig {
  bool enabled = true;
  std::uint32_t clock_mhz = 0;
  std::uint32_t bandwidth_mb_s = 0;
  std::uint32_t header_bytes = 8;
  std::uint32_t lines_per_cycle = 0;
  std::uint32_t queue = 4;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// The last level: memory controller and DRAM.
struct DramConfig {
  std::string timing = "fixed";
  std::uint32_t latency = 150;
  std::uint32_t bandwidth_mb_s = 25600;
  std::uint32_t channels = 1;
  std::uint32_t interleave_bytes = 256;
  std::uint32_t banks = 8;
  std::uint32_t row_bytes = 8192;
  std::uint32_t t_rcd = 14;
  std::uint32_t t_cas = 14;
  std::uint32_t t_rp = 14;
  std::uint32_t t_ras = 35;

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

/// By default nothing but cores and a DRAM of one latency that moves a line of 64 bytes a cycle.
struct MachineConfig {
  std::string name = "ivb-eu";
  std::uint32_t cores = 6;
  std::uint32_t clock_mhz = 1000;
  std::string coherence = "none";
  CoreConfig core;
  LocalMemoryConfig local_memory;
  CacheConfig instruction_cache;
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

/// Names of the policies that a build knows; each factory owns its list.
const std::vector<std::string>& compaction_policy_names();
const std::vector<std::string>& reconvergence_policy_names();
const std::vector<std::string>& arbiter_policy_names();
const std::vector<std::string>& register_file_names();
const std::vector<std::string>& datapath_names();
const std::vector<std::string>& dram_timing_names();
const std::vector<std::string>& replacement_policy_names();
const std::vector<std::string>& cache_write_names();
const std::vector<std::string>& coherence_names();

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
  visit.flag("shared", self.shared,
             "one for all cores, over which work-groups spread; otherwise one of each core's own, "
             "and a work-group takes as few cores as can hold it");
  visit.number("bytes", self.bytes, 1024, 1U << 24,
               "capacity of each, shared by the resident work-groups");
  visit.number("latency", self.latency, 1, 10000, "cycles from request to data");
  visit.number("banks", self.banks, 1, 1024,
               "banks of 32-bit words, each with one word a cycle; a power of two");
  visit.number("ports", self.ports, 1, 256,
               "accesses of EUs that it serves at once, each with banks of its own");
}

template <class Self, class Visitor>
void MemoryConfig::describe(Self& self, Visitor& visit) {
  visit.number("bytes", self.bytes, 1U << 16, 0xd000'0000U, "global memory");
  visit.number("line_bytes", self.line_bytes, 8, 4096, "bytes of a line; a power of two");
  visit.number("outstanding_lines", self.outstanding_lines, 1, 65536,
               "line requests of one EU that memory has not answered yet");
  visit.number("private_bytes", self.private_bytes, 256, 1U << 24,
               "private memory of a work-item; a multiple of 16");
  visit.number("overrun_bytes", self.overrun_bytes, 0, 65536,
               "bytes behind a buffer that kernels may touch, as drivers' padding lets them; 0 "
               "refuses every access behind a buffer");
}

template <class Self, class Visitor>
void CacheConfig::describe(Self& self, Visitor& visit) {
  visit.flag("enabled", self.enabled, "whether the machine has this cache");
  visit.number("bytes", self.bytes, 64, 1U << 30, "capacity");
  visit.number("ways", self.ways, 1, 64, "lines of a set");
  visit.number("banks", self.banks, 1, 1024,
               "banks, interleaved by line; each looks up one request a cycle (a core's first data "
               "cache: banks of words, each with one word a cycle)");
  visit.number("latency", self.latency, 1, 10000, "cycles from look-up to data");
  visit.number(
      "mshrs", self.mshrs, 1, 65536,
      "requests to the next level that may be on their way (miss status holding registers)");
  visit.number("mshr_targets", self.mshr_targets, 1, 65536,
               "requests that wait for one line, its first miss included");
  visit.number("queue", self.queue, 0, 65536,
               "requests that wait at a bank beyond the one that is looked up");
  visit.choice("replacement", self.replacement, replacement_policy_names(),
               "which line makes way for another");
  visit.choice("write", self.write, cache_write_names(),
               "back keeps writes until the line is replaced, through passes each on");
  visit.number("polluted_percent", self.polluted_percent, 0, 100,
               "lines that cannot be used (IPDPS'12 section VII-B)");
  visit.number("seed", self.seed, 0, UINT64_MAX, "chooses the polluted lines, and random victims");
  visit.flag("perfect", self.perfect, "every request hits, as in a cache without limits");
}

template <class Self, class Visitor>
void LevelTwoConfig::describe(Self& self, Visitor& visit) {
  visit.flag("shared", self.shared,
             "one for all cores, behind the interconnect; otherwise one of each core's own");
  CacheConfig::describe(self, visit);
}

template <class Self, class Visitor>
void DirectoryConfig::describe(Self& self, Visitor& visit) {
  visit.number("latency", self.latency, 1, 10000,
               "cycles from a request to its probes of caches, and to the answer to a line that is "
               "given up");
  visit.number("transactions", self.transactions, 1, 65536, "requests that are served at a time");
}

template <class Self, class Visitor>
void InterconnectConfig::describe(Self& self, Visitor& visit) {
  visit.flag("enabled", self.enabled,
             "whether cores reach what they share through it; otherwise nothing lies between");
  visit.number("clock_mhz", self.clock_mhz, 0, 100000, "clock of the switch; 0 is the core clock");
  visit.number("bandwidth_mb_s", self.bandwidth_mb_s, 0, 100'000'000U,
               "10^6 bytes per second of each port in each direction; 0 is no limit");
  visit.number("header_bytes", self.header_bytes, 1, 1024,
               "bytes that a message takes beside its data");
  visit.number("queue", self.queue, 1, 65536, "messages that wait at a port in each direction");
}

template <class Self, class Visitor>
void DramConfig::describe(Self& self, Visitor& visit) {
  visit.choice("timing", self.timing, dram_timing_names(),
               "fixed is one latency for all, ddr3 knows banks and open rows");
  visit.number("latency", self.latency, 1, 100000,
               "cycles from request to data; with ddr3, those outside of the banks and buses");
  visit.number("bandwidth_mb_s", self.bandwidth_mb_s, 0, 100'000'000U,
               "10^6 bytes per second of all channels together; 0 is no limit");
  visit.number("channels", self.channels, 1, 64, "ddr3: channels");
  visit.number("interleave_bytes", self.interleave_bytes, 8, 1U << 20,
               "ddr3: neighbouring bytes in one channel; a multiple of memory.line_bytes");
  visit.number("banks", self.banks, 1, 1024, "ddr3: banks of a channel");
  visit.number("row_bytes", self.row_bytes, 8, 1U << 20,
               "ddr3: bytes of a bank's row; a multiple of interleave_bytes");
  visit.number("t_rcd", self.t_rcd, 1, 10000, "ddr3: cycles from opening a row to its columns");
  visit.number("t_cas", self.t_cas, 1, 10000, "ddr3: cycles from column command to data");
  visit.number("t_rp", self.t_rp, 1, 10000, "ddr3: cycles to close a row");
  visit.number("t_ras", self.t_ras, 1, 10000, "ddr3: cycles that a row stays open at least");
}

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
               "cycle (ISCA'13 table 3); 0 is no limit");
  visit.choice("coherence", self.coherence, coherence_names(),
               "how private caches see what others write: mesi by a directory in the shared l2, "
               "none by being emptied at synchronisation");
  visit.section("core", self.core, "the execution unit (EU)");
  visit.section("local_memory", self.local_memory, "shared local memory (SLM)");
  visit.section("instruction_cache", self.instruction_cache, "each core's own");
  visit.section("l1", self.l1, "data, each core's own");
  visit.section("l2", self.l2, "the second level");
  visit.section("directory", self.directory, "of a coherent machine, in front of the shared l2");
  visit.section("interconnect", self.interconnect,
                "data cluster or crossbar, between the cores and what they share");
  visit.section("l3", self.l3, "shared, behind the interconnect and a shared l2");
  visit.section("llc", self.llc, "the last level, shared");
  visit.section("dram", self.dram, "memory controller and DRAM");
  visit.section("memory", self.memory, "global and private memory");
  visit.section("limits", self.limits, "when a run is given up");
}

}  // namespace lanefold
