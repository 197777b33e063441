// SPDX-License-Identifier: Apache-2.0
// Programs of a few instructions, whose cycles are calculated by hand.
//
// How the tables are read. A warp that starts in cycle s asks for its first four instructions in s;
// they are in its queue `fetch.latency` (2) cycles later. D is the cycle in which an instruction is
// decoded, S in which it passes the scoreboard (a cycle after D, and not before its registers are
// written and the thread's latch in the arbiter is empty), I in which it issues (a cycle after S,
// in a multiple of the issue period 2, when its pipe is free), C in which it is written back: I +
// cycles in the pipe + latency (FPU 6, EM 10). A launch lasts until its last C. The first warp of a
// group starts in cycle 1, the next in 2 and so on.
#pragma once

#include <gtest/gtest.h>

#include "lanefold/machine.h"
#include "lanefold/memory_map.h"
#include "tests/support/counters.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"

namespace lanefold {

inline const std::uint32_t kExit = encode(Opcode::Exit);
constexpr int kLocalIdCsr = static_cast<int>(WorkItemCsr::LocalId0);

inline std::uint32_t add(unsigned rd, unsigned rs1, unsigned rs2) {
  return encode(Opcode::Add, {rd, rs1, rs2});
}
inline std::uint32_t addi(unsigned rd, unsigned rs1, int imm) {
  return encode(Opcode::Addi, {rd, rs1, 0, 0, imm});
}
inline std::uint32_t fadd(unsigned rd, unsigned rs1, unsigned rs2) {
  return encode(Opcode::FaddS, {rd, rs1, rs2});
}
inline std::uint32_t lui(unsigned rd, std::uint32_t address) {
  return encode(Opcode::Lui, {rd, 0, 0, 0, static_cast<int>(address >> 12)});
}
inline std::uint32_t lw(unsigned rd, unsigned rs1) { return encode(Opcode::Lw, {rd, rs1}); }
inline std::uint32_t sw(unsigned rs2, unsigned rs1) { return encode(Opcode::Sw, {0, rs1, rs2}); }
inline std::uint32_t local_id(unsigned rd) {
  return encode(Opcode::Csrrs, {rd, 0, 0, 0, kLocalIdCsr});
}
inline std::uint32_t branch(Opcode opcode, unsigned rs1, unsigned rs2, int offset) {
  return encode(opcode, {0, rs1, rs2, 0, offset});
}
inline std::uint32_t jump(int offset) { return encode(Opcode::Jal, {0, 0, 0, 0, offset}); }

inline MachineConfig one_core(std::uint32_t width = 16) {
  MachineConfig config;
  config.cores = 1;
  config.core.warp_width = width;
  config.memory.bytes = 1U << 20;
  return config;
}

/// Runs the program on both data paths; they must agree.
inline LaunchStatistics run_program(MachineConfig config, const Code& code, const NDRange& range,
                                    std::uint32_t local_bytes = 0) {
  const auto program = make_program(code, local_bytes);
  std::vector<LaunchStatistics> results;
  for (const DatapathFidelity datapath : {DatapathFidelity::Fast, DatapathFidelity::Exact}) {
    config.core.datapath = datapath;
    const auto machine = make_timed_machine(config);
    machine->allocate(4096);
    machine->launch(*program, "k", range, {});
    results.push_back(machine->launches().at(0));
  }
  EXPECT_EQ(counters_by_name(results[0]), counters_by_name(results[1]));
  return results[0];
}

/// Cycles of one work-group of `warps` full warps.
inline std::uint64_t cycles_of(const MachineConfig& config, const Code& code, unsigned warps = 1,
                               std::uint32_t local_bytes = 0) {
  const std::uint32_t items = warps * config.core.warp_width;
  return run_program(config, code, range_1d(items, items), local_bytes).cycles;
}

}  // namespace lanefold
