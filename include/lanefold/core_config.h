// SPDX-License-Identifier: Apache-2.0
// The parameters of one execution unit.
#pragma once

#include <cstdint>
#include <string>

#include "lanefold/condition.h"
#include "lanefold/core_choices.h"
#include "lanefold/core_groups.h"

namespace lanefold {

/// One execution unit (EU).
struct CoreConfig {
  InstructionSet isa = InstructionSet::Riscv;
  std::uint32_t warp_width = 16;
  std::uint32_t warps = 6;
  std::uint32_t alu_width = 4;
  std::string simd = "warps";
  std::uint32_t slices = 64;
  SliceQuads slice_quads = SliceQuads::Warp;
  AdaptationConfig adaptation;
  CompactionPolicy compaction = CompactionPolicy::Ivb;
  std::uint32_t compaction_latency = 0;
  ReconvergencePolicy reconvergence = ReconvergencePolicy::Wto;
  IssueOrder arbiter = IssueOrder::Rotating;
  RegisterFileKind register_file = RegisterFileKind::Auto;
  DatapathFidelity datapath = DatapathFidelity::Fast;
  bool stage_latches = true;
  IssueConfig issue;
  FetchConfig fetch;
  PipesConfig pipes;
  std::uint32_t outstanding_memory = 0;
  PrivateLayout private_layout = PrivateLayout::Interleaved;
  OnMiss on_miss = OnMiss::StallOnUse;
  OnBranch on_branch = OnBranch::Serialize;
  LoadDivision division = LoadDivision::Lazy;
  ScalarConfig scalar;
  SlipConfig slip;

  /// Whether `simd` leaves each warp whole, and lets all of them run.
  bool keeps_whole_warps() const { return simd == "warps"; }

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

template <class Self, class Visitor>
void CoreConfig::describe(Self& self, Visitor& visit) {
  visit.choice("isa", self.isa,
               "instruction set of programs: RISC-V, or that of Intel's EU (Gen8)");
  visit.number("warp_width", self.warp_width, 1, 64, "lanes of a warp", {when("isa", "riscv")});
  visit.number("warps", self.warps, 1, 64, "hardware threads, each holding one warp");
  visit.text("simd", self.simd,
             "lanes that are scheduled together, and how many such slices run at once, as in 8x4 "
             "(IPDPS'12 section IV-A); warps: each warp as a whole, and all of them",
             {when("adaptation.strategy", "off")});
  visit.number("slices", self.slices, 1, 64,
               "entries of the warp-slice table (IPDPS'12 section IV-B)",
               {either({unless("simd", "warps"), unless("adaptation.strategy", "off"),
                        when("on_miss", "divide"), when("on_branch", "divide")})});
  visit.choice(
      "slice_quads", self.slice_quads,
      "quads that a slice is issued in without compaction, or with that of Ivy Bridge: "
      "those of a whole warp (IPDPS'12 section IV-A), or only those that hold lanes of the "
      "slice",
      {either({unless("simd", "warps"), unless("adaptation.strategy", "off"),
               when("on_miss", "divide"), when("on_branch", "divide")}),
       unless("compaction", "bcc"), unless("compaction", "scc"), unless("compaction", "scc-fifo")});
  visit.section("adaptation", self.adaptation, "Robust SIMD (IPDPS'12)");
  visit.number("alu_width", self.alu_width, 1, 64, "32-bit lanes of each ALU");
  visit.choice("compaction", self.compaction,
               "how cycles without active lanes are skipped (ISCA'13 sections 3 and 4)");
  visit.number("compaction_latency", self.compaction_latency, 0, 16,
               "cycles from the execution mask until an instruction can issue because its settings "
               "of compaction are there (ISCA'13 section 2.2, stage 4)",
               {unless("compaction", "none")});
  visit.choice("reconvergence", self.reconvergence, "where diverged lanes join again",
               {when("isa", "riscv")});
  visit.choice(
      "arbiter", self.arbiter,
      "which ready warps issue: in rotation, or the oldest instruction first (ISCA'13 section "
      "2.2, stage 4)");
  visit.choice("register_file", self.register_file,
               "register-file organisation (ISCA'13 figure 5); auto takes the one that the "
               "compaction needs");
  visit.choice(
      "datapath", self.datapath,
      "fast executes a warp at once, exact moves every quad; results and cycles are the same");
  visit.flag("stage_latches", self.stage_latches,
             "latches of a cycle between decode, scoreboard and arbiter (ISCA'13 section 2.2); "
             "without them an instruction passes these stages within a cycle");
  visit.section("issue", self.issue, "the arbiter's passes");
  visit.section("fetch", self.fetch, "instruction fetch");
  visit.section("pipes", self.pipes, "execution pipes");
  visit.number("outstanding_memory", self.outstanding_memory, 0, 64,
               "loads, stores and atomics of a warp that memory has not answered; 0 is no limit");
  visit.choice("private_layout", self.private_layout,
               "where the lanes of a warp have their private memory: word by word side by side, so "
               "that equal addresses share a line, or each on lines of its own, as threads of a "
               "CPU have their stacks (IPDPS'12)",
               {when("isa", "riscv")});
  visit.choice(
      "on_miss", self.on_miss,
      "what a warp does at a load that misses: go on until a value is needed, wait for all "
      "lanes, leave behind those that miss (SC'09 section 4), or divide into slices of those that "
      "hit and those that miss (dynamic warp subdivision)");
  visit.choice(
      "on_branch", self.on_branch,
      "what a warp does at a branch that diverges: run one path after the other, or divide "
      "into slices that run side by side (dynamic warp subdivision)");
  visit.choice("division", self.division,
               "when loads divide: always, if no other slice can run when lines have been looked "
               "up, or whenever none can",
               {when("on_miss", "divide")});
  visit.section("scalar", self.scalar, "what is done once for all lanes");
  visit.section("slip", self.slip, "Diverge on Miss (SC'09)", {when("on_miss", "slip")});
}

}  // namespace lanefold
