// SPDX-License-Identifier: Apache-2.0
// The parameters of one execution unit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/condition.h"

namespace lanefold {

/// Names of the policies that a build knows; each factory owns its list.
const std::vector<std::string>& compaction_policy_names();
const std::vector<std::string>& reconvergence_policy_names();
const std::vector<std::string>& arbiter_policy_names();
const std::vector<std::string>& register_file_names();
const std::vector<std::string>& datapath_names();
const std::vector<std::string>& miss_policy_names();
const std::vector<std::string>& branch_policy_names();
const std::vector<std::string>& division_names();
const std::vector<std::string>& adaptation_names();
const std::vector<std::string>& convergence_names();
const std::vector<std::string>& scalar_names();
const std::vector<std::string>& scalar_knowledge_names();

/// How far lanes of a warp may slip behind others (SC'09 section 5).
struct SlipConfig {
  static constexpr std::uint32_t kAdaptive = 256;  ///< of `max`: section 5.2

  std::uint32_t max = 64;
  std::uint32_t table_entries = 2;
  std::uint32_t sampling_period = 100'000;
  bool gather_at_loop_exits = false;

  bool adaptive() const { return max == kAdaptive; }

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.number_or(
        "max", self.max, 0, 255, "adaptive", kAdaptive,
        "loads by which a lane may be ahead of the last one of its warp (SC'09 section 5); "
        "adaptive finds out while the program runs (5.2)");
    visit.number("table_entries", self.table_entries, 1, 64,
                 "loads of a warp at which lanes can be left behind (SC'09 table 1: M)");
    visit.number("sampling_period", self.sampling_period, 1, 1'000'000'000,
                 "cycles after which the limit is decided again (SC'09 section 5.2)",
                 {when("max", "adaptive")});
    visit.flag("gather_at_loop_exits", self.gather_at_loop_exits,
               "lanes that were left behind in a loop catch up before others go on behind it; "
               "otherwise before their function returns, as in SC'09 section 4.3");
  }
};

/// One execution unit (EU).
struct CoreConfig {
  std::uint32_t warp_width = 16;
  std::uint32_t warps = 6;
  std::uint32_t alu_width = 4;
  std::string simd = "warps";
  std::uint32_t slices = 64;
  std::string adaptation = "off";
  std::string convergence = "anneal";
  std::uint32_t tasks_per_thread = 2;
  std::uint32_t reconfiguration_cycles = 10;
  std::string compaction = "ivb";
  std::uint32_t compaction_latency = 0;
  std::string reconvergence = "wto";
  std::string arbiter = "rotating";
  std::string register_file = "auto";
  std::string datapath = "fast";
  bool stage_latches = true;
  std::uint32_t issue_width = 2;
  std::uint32_t issue_period = 2;
  std::uint32_t pipe_queue = 2;
  std::uint32_t fetch_latency = 2;
  std::uint32_t fetch_instructions = 4;
  std::uint32_t queue_instructions = 8;
  std::uint32_t fpu_latency = 6;
  std::uint32_t em_latency = 10;
  std::uint32_t em_interval = 1;
  std::uint32_t outstanding_memory = 0;
  std::string on_miss = "stall-on-use";
  std::string on_branch = "serialize";
  std::string division = "lazy";
  std::string scalar = "off";
  std::string scalar_knowledge = "static";
  SlipConfig slip;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void CoreConfig::describe(Self& self, Visitor& visit) {
  visit.number("warp_width", self.warp_width, 1, 64, "lanes of a warp");
  visit.number("warps", self.warps, 1, 64, "hardware threads, each holding one warp");
  visit.text("simd", self.simd,
             "lanes that are scheduled together, and how many such slices run at once, as in 8x4 "
             "(IPDPS'12 section IV-A); warps: each warp as a whole, and all of them",
             {when("adaptation", "off")});
  visit.number("slices", self.slices, 1, 64,
               "entries of the warp-slice table (IPDPS'12 section IV-B)",
               {either({unless("simd", "warps"), unless("adaptation", "off"),
                        when("on_miss", "divide"), when("on_branch", "divide")})});
  visit.choice("adaptation", self.adaptation, adaptation_names(),
               "looks for the best width and depth while kernels run, along these dimensions "
               "(IPDPS'12 section VI-A)");
  visit.choice("convergence", self.convergence, convergence_names(),
               "strides of the search: of one, or of half of all at first and then of less "
               "(IPDPS'12 section VI-B)",
               {unless("adaptation", "off")});
  visit.number("tasks_per_thread", self.tasks_per_thread, 1, 1000,
               "work-items that a thread ends in a sampling interval, on average (IPDPS'12 section "
               "VI-C)",
               {unless("adaptation", "off")});
  visit.number("reconfiguration_cycles", self.reconfiguration_cycles, 1, 1000,
               "cycles to unite and divide the warps of a core (IPDPS'12 section IV-A)",
               {unless("adaptation", "off")});
  visit.number("alu_width", self.alu_width, 1, 64, "32-bit lanes of each ALU");
  visit.choice("compaction", self.compaction, compaction_policy_names(),
               "how cycles without active lanes are skipped (ISCA'13 sections 3 and 4)");
  visit.number("compaction_latency", self.compaction_latency, 0, 16,
               "cycles from the execution mask until an instruction can issue because its settings "
               "of compaction are there (ISCA'13 section 2.2, stage 4)",
               {unless("compaction", "none")});
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
  visit.flag("stage_latches", self.stage_latches,
             "latches of a cycle between decode, scoreboard and arbiter (ISCA'13 section 2.2); "
             "without them an instruction passes these stages within a cycle");
  visit.number("issue_width", self.issue_width, 1, 3,
               "instructions per arbitration pass, from distinct warps");
  visit.number("issue_period", self.issue_period, 1, 64, "cycles between arbitration passes");
  visit.number("pipe_queue", self.pipe_queue, 0, 8,
               "issued instructions that can wait before each pipe; with 0 a pipe must be free");
  visit.number("fetch_latency", self.fetch_latency, 0, 64,
               "cycles from fetch request to instruction queue; 0 needs stage_latches = false");
  visit.number("fetch_instructions", self.fetch_instructions, 1, 64,
               "instructions that one fetch delivers");
  visit.number("queue_instructions", self.queue_instructions, 1, 64,
               "instruction-queue entries of a warp");
  visit.number("fpu_latency", self.fpu_latency, 0, 1000,
               "cycles from the last quad's issue to write-back, FPU pipe");
  visit.number("em_latency", self.em_latency, 0, 1000, "the same for extended math on the EM pipe");
  visit.number("em_interval", self.em_interval, 1, 64,
               "cycles that each quad of an extended-math instruction takes");
  visit.number("outstanding_memory", self.outstanding_memory, 0, 64,
               "loads, stores and atomics of a warp that memory has not answered; 0 is no limit");
  visit.choice(
      "on_miss", self.on_miss, miss_policy_names(),
      "what a warp does at a load that misses: go on until a value is needed, wait for all "
      "lanes, leave behind those that miss (SC'09 section 4), or divide into slices of those that "
      "hit and those that miss (dynamic warp subdivision)");
  visit.choice(
      "on_branch", self.on_branch, branch_policy_names(),
      "what a warp does at a branch that diverges: run one path after the other, or divide "
      "into slices that run side by side (dynamic warp subdivision)");
  visit.choice("division", self.division, division_names(),
               "when loads divide: always, if no other slice can run when lines have been looked "
               "up, or whenever none can",
               {when("on_miss", "divide")});
  visit.choice(
      "scalar", self.scalar, scalar_names(),
      "what is the same in all lanes is executed once: in the same time with the energy of "
      "a lane (CS6120), in one cycle of its ALU, or on a scalar pipe");
  visit.choice("scalar_knowledge", self.scalar_knowledge, scalar_knowledge_names(),
               "who knows what is the same: an analysis of the kernel, or hardware that compares "
               "lanes",
               {unless("scalar", "off")});
  visit.section("slip", self.slip, "Diverge on Miss (SC'09)", {when("on_miss", "slip")});
}

}  // namespace lanefold
