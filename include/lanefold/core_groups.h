// SPDX-License-Identifier: Apache-2.0
// The groups of an execution unit's parameters: core.adaptation, core.issue, core.fetch,
// core.pipes, core.scalar and core.slip.
#pragma once

#include <cstdint>
#include <string>

#include "lanefold/condition.h"
#include "lanefold/core_choices.h"

namespace lanefold {

/// How a core looks for its width and depth while kernels run (IPDPS'12 section VI).
struct AdaptationConfig {
  AdaptationStrategy strategy = AdaptationStrategy::Off;
  AdaptationConvergence convergence = AdaptationConvergence::Anneal;
  std::uint32_t tasks_per_thread = 2;
  std::uint32_t step_cycles = 0;
  std::uint32_t reconfiguration_cycles = 10;
  std::string small_launches = "8x2";
  std::uint32_t margin = 5;
  WidthStep width_step = WidthStep::Depth;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.choice("strategy", self.strategy,
                 "looks for the best width and depth while kernels run, along these dimensions "
                 "(IPDPS'12 section VI-A)");
    const Conditions adapts{unless("strategy", "off")};
    visit.choice("convergence", self.convergence,
                 "strides of the search: of one, or of half of all at first and then of less "
                 "(IPDPS'12 section VI-B)",
                 adapts);
    visit.number("tasks_per_thread", self.tasks_per_thread, 1, 1000,
                 "work-items that a thread ends in a sampling interval, on average (IPDPS'12 "
                 "section VI-C)",
                 adapts);
    visit.number("step_cycles", self.step_cycles, 0, 16,
                 "cycles of each step in which the state unit finds out what the next interval "
                 "runs, before the warps are united: five of a comparison, and one for each width "
                 "and depth that it looks at (IPDPS'12 section VI)",
                 adapts);
    visit.number("reconfiguration_cycles", self.reconfiguration_cycles, 1, 1000,
                 "cycles to unite and divide the warps of a core before an interval, even one that "
                 "confirms the same width and depth (IPDPS'12 section IV-A)",
                 adapts);
    visit.text(
        "small_launches", self.small_launches,
        "width and depth for launches too small to search, as in 8x2 (IPDPS'12 section VI-C), "
        "or what is nearest; warps: each warp as a whole, and all of them",
        adapts);
    visit.number("margin", self.margin, 0, 50,
                 "per cent of cycles per work-item by which a width and depth has to be better "
                 "than the best so far, twice in a row; the second interval drains the "
                 "core and takes core.adaptation.reconfiguration_cycles as the first does; 0: by "
                 "however little, once, as IPDPS'12 "
                 "section VI has it",
                 adapts);
    visit.choice("width_step", self.width_step,
                 "what a step in width keeps: the depth, or the threads, which are width x depth",
                 {when("strategy", "dwrep")});
  }
};

/// How many instructions issue, and how often (ISCA'13 table 3).
struct IssueConfig {
  std::uint32_t width = 2;
  std::uint32_t period = 2;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.number("width", self.width, 1, 3,
                 "instructions per arbitration pass, from distinct warps");
    visit.number("period", self.period, 1, 64, "cycles between arbitration passes");
  }
};

/// How instructions come to the queues of the warps.
struct FetchConfig {
  std::uint32_t latency = 2;
  std::uint32_t instructions = 4;
  std::uint32_t queue = 8;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.number("latency", self.latency, 0, 64,
                 "cycles from fetch request to instruction queue; 0 needs core.stage_latches = "
                 "false");
    visit.number("instructions", self.instructions, 1, 64, "instructions that one fetch delivers");
    visit.number("queue", self.queue, 1, 64, "instruction-queue entries of a warp");
  }
};

/// The pipes behind the arbiter: FPU, EM and those of memory and scalars.
struct PipesConfig {
  std::uint32_t queue = 2;
  std::uint32_t fpu_latency = 6;
  std::uint32_t em_latency = 10;
  std::uint32_t em_interval = 1;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.number("queue", self.queue, 0, 8,
                 "issued instructions that can wait before each pipe; with 0 a pipe must be free");
    visit.number("fpu_latency", self.fpu_latency, 0, 1000,
                 "cycles from the last quad's issue to write-back, FPU pipe");
    visit.number("em_latency", self.em_latency, 0, 1000,
                 "the same for extended math on the EM pipe");
    visit.number("em_interval", self.em_interval, 1, 64,
                 "cycles that each quad of an extended-math instruction takes");
  }
};

/// What is done with instructions that are the same in all lanes.
struct ScalarConfig {
  ScalarExecution execution = ScalarExecution::Off;
  KnowledgeSource knowledge = KnowledgeSource::Static;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.choice("execution", self.execution,
                 "what is the same in all lanes is executed once: in the same time with the "
                 "energy of a lane (CS6120), in one cycle of its ALU, or on a scalar pipe");
    visit.choice("knowledge", self.knowledge,
                 "who knows what is the same: an analysis of the kernel, or hardware that "
                 "compares lanes",
                 {unless("execution", "off")});
  }
};

/// How far lanes of a warp may slip behind others (SC'09 section 5).
struct SlipConfig {
  static constexpr std::uint32_t kAdaptive = 256;  ///< of `max`: section 5.2

  std::uint32_t max = 64;
  std::uint32_t table_entries = 2;
  std::uint32_t latency = 0;
  std::uint32_t sampling_period = 100'000;
  bool gather_at_loop_exits = false;
  AllMiss when_all_miss = AllMiss::ReadyLanes;
  SlipCount counts = SlipCount::Loads;

  bool adaptive() const { return max == kAdaptive; }

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.number_or(
        "max", self.max, 0, 255, "adaptive", kAdaptive,
        "loads by which a lane may be ahead of the last one of its warp (SC'09 section 5); "
        "adaptive finds out while the program runs (5.2)");
    visit.number("table_entries", self.table_entries, 1, 64,
                 "loads of a warp at which lanes can be left behind (SC'09 table 1: M)");
    visit.number("latency", self.latency, 0, 16,
                 "cycles that a decision takes which lanes go on, if any has no value or was left "
                 "behind (SC'09 section 4.1)");
    visit.number("sampling_period", self.sampling_period, 1, 1'000'000'000,
                 "cycles after which the limit is decided again (SC'09 section 5.2)",
                 {when("max", "adaptive")});
    visit.flag("gather_at_loop_exits", self.gather_at_loop_exits,
               "lanes that were left behind in a loop catch up before others go on behind it; "
               "otherwise before their function returns, as in SC'09 section 4.3");
    visit.choice("when_all_miss", self.when_all_miss,
                 "what runs while none of the running lanes of a load has its value; with ipdom, "
                 "other paths never do");
    visit.choice("counts", self.counts, "loads by which a lane can be ahead of others");
  }
};

}  // namespace lanefold
