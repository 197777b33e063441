// SPDX-License-Identifier: Apache-2.0
// The parameters of the levels of memory, from local memory to DRAM.
#pragma once

#include <cstdint>

#include "lanefold/condition.h"
#include "lanefold/memory_choices.h"

namespace lanefold {

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

/// Bytes behind buffers of applications that were written for drivers which pad what they allocate:
/// the OpenCL driver's overrun_bytes, and its guard_bytes, which leave as many bytes in front of a
/// buffer as behind it that no neighbour's overrun reaches. --check-bounds has the same guard.
constexpr std::uint32_t kDriverOverrunBytes = 4096;
constexpr std::uint32_t kDriverGuardBytes = 2 * kDriverOverrunBytes;

/// What work-items see as memory, and how an EU asks for it.
struct MemoryConfig {
  std::uint32_t bytes = 1U << 30;
  std::uint32_t line_bytes = 64;
  std::uint32_t outstanding_lines = 64;
  std::uint32_t private_bytes = 16384;
  std::uint32_t overrun_bytes = 0;
  std::uint32_t guard_bytes = 0;
  MemoryValues values = MemoryValues::Beside;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// One cache; the line is `memory.line_bytes` for all of them.
struct CacheConfig {
  bool enabled = true;
  std::uint32_t bytes = 32768;
  std::uint32_t ways = 4;
  std::uint32_t banks = 1;
  std::uint32_t latency = 1;
  std::uint32_t mshrs = 32;
  std::uint32_t mshr_targets = 8;
  std::uint32_t queue = 4;
  ReplacementPolicy replacement = ReplacementPolicy::Lru;
  CacheWrite write = CacheWrite::Back;
  std::uint32_t polluted_percent = 0;
  std::uint64_t seed = 1;
  bool perfect = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    describe(self, visit, true);
  }

 protected:
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit, bool takes_writes);
};

/// A core's own cache of instructions.
struct InstructionCacheConfig : CacheConfig {
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    CacheConfig::describe(self, visit, false);
  }
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
  DramModel timing = DramModel::Fixed;
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
  visit.number("guard_bytes", self.guard_bytes, 0, 65536,
               "bytes behind each buffer that no other buffer takes, so that accesses there are "
               "noticed; 0 leaves what the alignment of buffers to 128 bytes leaves, at least 1");
  visit.choice("values", self.values,
               "whether loads, stores and atomics of global memory take effect when they issue, "
               "beside the line requests, or where the requests arrive, through the levels of "
               "memory; a functional machine has no levels");
}

template <class Self, class Visitor>
void CacheConfig::describe(Self& self, Visitor& visit, bool takes_writes) {
  const Conditions limited{when("perfect", "false")};
  visit.flag("enabled", self.enabled, "whether the machine has this cache");
  visit.number("bytes", self.bytes, 64, 1U << 30, "capacity", limited);
  visit.number("ways", self.ways, 1, 64, "lines of a set", limited);
  visit.number("banks", self.banks, 1, 1024,
               "banks, interleaved by line; each looks up one request a cycle (a core's first data "
               "cache: banks of words, each with one word a cycle)");
  visit.number("latency", self.latency, 1, 10000, "cycles from look-up to data");
  visit.number(
      "mshrs", self.mshrs, 1, 65536,
      "requests to the next level that may be on their way (miss status holding registers)",
      limited);
  visit.number("mshr_targets", self.mshr_targets, 1, 65536,
               "requests that wait for one line, its first miss included", limited);
  visit.number("queue", self.queue, 0, 65536,
               "requests that wait at a bank beyond the one that is looked up");
  visit.choice("replacement", self.replacement, "which line makes way for another", limited);
  if (takes_writes) {
    visit.choice("write", self.write,
                 "back keeps writes until the line is replaced, through passes each on", limited);
  }
  visit.number("polluted_percent", self.polluted_percent, 0, 100,
               "lines that cannot be used (IPDPS'12 section VII-B)", limited);
  visit.number("seed", self.seed, 0, UINT64_MAX, "chooses the polluted lines, and random victims",
               {when("perfect", "false"),
                either({unless("polluted_percent", "0"), when("replacement", "random")})});
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
  visit.number("clock_mhz", self.clock_mhz, 0, 100000,
               "clock of the switch, at most the core clock; 0 is the core clock");
  visit.number("bandwidth_mb_s", self.bandwidth_mb_s, 0, 100'000'000U,
               "10^6 bytes per second of each port in each direction; 0 is no limit");
  visit.number("header_bytes", self.header_bytes, 1, 1024,
               "bytes that a message takes beside its data");
  visit.number("queue", self.queue, 1, 65536, "messages that wait at a port in each direction");
}

template <class Self, class Visitor>
void DramConfig::describe(Self& self, Visitor& visit) {
  visit.choice("timing", self.timing,
               "fixed is one latency for all, ddr3 knows banks and open rows");
  visit.number("latency", self.latency, 1, 100000,
               "cycles from request to data; with ddr3, those outside of the banks and buses");
  visit.number("bandwidth_mb_s", self.bandwidth_mb_s, 0, 100'000'000U,
               "10^6 bytes per second of all channels together; 0 is no limit");
  const Conditions ddr3{when("timing", "ddr3")};
  visit.number("channels", self.channels, 1, 64, "channels", ddr3);
  visit.number("interleave_bytes", self.interleave_bytes, 8, 1U << 20,
               "neighbouring bytes in one channel; a multiple of memory.line_bytes",
               {when("timing", "ddr3"), unless("channels", "1")});
  visit.number("banks", self.banks, 1, 1024, "banks of a channel", ddr3);
  visit.number("row_bytes", self.row_bytes, 8, 1U << 20,
               "bytes of a bank's row; a multiple of interleave_bytes", ddr3);
  visit.number("t_rcd", self.t_rcd, 1, 10000, "cycles from opening a row to its columns", ddr3);
  visit.number("t_cas", self.t_cas, 1, 10000, "cycles from column command to data", ddr3);
  visit.number("t_rp", self.t_rp, 1, 10000, "cycles to close a row", ddr3);
  visit.number("t_ras", self.t_ras, 1, 10000, "cycles that a row stays open at least", ddr3);
}

}  // namespace lanefold
