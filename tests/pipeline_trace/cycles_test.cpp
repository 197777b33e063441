// SPDX-License-Identifier: Apache-2.0
// Traces of programs of a few instructions, whose cycles are known.
#include <gtest/gtest.h>

#include "tests/pipeline_trace/trace_rows.h"
#include "tests/top/leapfrog.h"

namespace lanefold {
namespace {

ReadTrace trace_of(const MachineConfig& config, const Code& code) {
  const auto program = make_program(code);
  std::string text;
  const auto machine =
      make_traced_machine(config, {}, [&](std::string_view piece) { text += piece; });
  machine->allocate(4096);
  machine->launch(*program, "k", range_1d(config.core.warp_width, config.core.warp_width), {});
  machine->close();
  return read_trace(PipelineTraceFormat::Kanata, text);
}

/// Loads and line requests as "begin-end label", with the facts that tell lanes apart.
std::vector<std::string> memory_of(const ReadTrace& trace) {
  std::vector<std::string> lines;
  for (const ReadRow& row : trace.rows) {
    if (!row.is_request() && row.label.substr(0, 3) != "lw ") continue;
    std::string line = std::to_string(row.begin) + "-" + std::to_string(row.end) + " " + row.label;
    for (const char* key : {"mask", "missed", "stays", "joins", "mdt"}) {
      const auto found = row.details.find(key);
      if (found != row.details.end()) line += std::string(", ") + key + " " + found->second;
    }
    lines.push_back(line);
  }
  return lines;
}

std::string stages_of(const ReadRow& row) {
  std::string text = row.label + ":";
  for (const ReadStage& stage : row.stages) {
    text += " " + stage.name + " " + std::to_string(stage.begin);
  }
  return text + ", " + std::to_string(row.end);
}

using Lines = std::vector<std::string>;
using Causes = std::vector<std::pair<std::size_t, std::size_t>>;

// SC'09 figure 2: memory answers after 100 cycles, and each miss delays both lanes.
TEST(PipelineTraceCycles, OfABlockingWarpShowOneMissAfterTheOther) {
  EXPECT_EQ(memory_of(trace_of(two_lanes(OnMiss::Block, 100), leapfrog())),
            (Lines{
                "2-105 lw t2, 0(t0), mask 0x3, missed 0x3",       //
                "3-104 read 0x10000000, mask 0x3, missed 0x3",    //
                "113-216 lw t2, 0(t0), mask 0x3, missed 0x2",     // the loop: lane 1 misses
                "114-115 read 0x10000000, mask 0x1",              //
                "114-215 read 0x10000040, mask 0x2, missed 0x2",  //
                "219-322 lw t2, 0(t0), mask 0x3, missed 0x1",     // then lane 0
                "220-321 read 0x10000020, mask 0x1, missed 0x1",  //
                "220-221 read 0x10000040, mask 0x2",
            }));
}

TEST(PipelineTraceCycles, OfAWarpThatSlipsShowMissesSideBySide) {
  EXPECT_EQ(memory_of(trace_of(two_lanes(OnMiss::Slip, 100), leapfrog())),
            (Lines{
                "2-105 lw t2, 0(t0), mask 0x3, missed 0x3",       //
                "3-104 read 0x10000000, mask 0x3, missed 0x3",    //
                "113-115 lw t2, 0(t0), mask 0x3, stays 0x2",      // lane 0 leaves lane 1 behind
                "114-115 read 0x10000000, mask 0x1",              //
                "114-215 read 0x10000040, mask 0x2, missed 0x2",  //
                "118-216 lw t2, 0(t0), mask 0x1, stays 0x1, joins 0x2, mdt 0x2",  // and meets it
                "119-220 read 0x10000020, mask 0x1, missed 0x1",                  //
                "219-221 lw t2, 0(t0), mask 0x2, joins 0x1, mdt 0x1",  // lane 1's second pass
                "220-221 read 0x10000040, mask 0x2",
            }));
}

TEST(PipelineTraceCycles, MatchTheStages) {
  const Code code{addi(5, 0, 1), add(6, 5, 5), lui(7, kGlobalBase), lw(8, 7), add(9, 8, 8), kExit};
  const ReadTrace trace = trace_of(one_core(), code);
  Lines stages;
  for (const ReadRow& row : trace.rows) stages.push_back(stages_of(row));
  EXPECT_EQ(stages, (Lines{
                        "addi t0, zero, 1: D 3 Ar 4 Fpu 6 La 10, 16",               //
                        "add t1, t0, t0: D 4 Sb 5 Ar 16 Fpu 18 La 22, 28",          //
                        "lui t2, 0x10000: D 16 Sb 17 Ar 18 Q 20 Fpu 22 La 26, 32",  //
                        "lw s0, 0(t2): D 18 Sb 19 Ar 32 Ad 34 Me 36, 66",           //
                        "add s1, s0, s0: D 32 Sb 33 Ar 66 Fpu 68 La 72, 78",        //
                        "read 0x10000000: dram 36, 66",                             //
                        "lf.exit: D 66 Sb 67 Ar 78 Fpu 80 La 84, 90",
                    }));
  // Who waits for whose value, and the request for its load.
  EXPECT_EQ(trace.causes, (Causes{{1, 0}, {3, 2}, {4, 3}, {5, 3}, {6, 4}}));
}

}  // namespace
}  // namespace lanefold
