// SPDX-License-Identifier: Apache-2.0
// The counts of an instruction as those of a launch, whose energy is known.
#include "tools/cost/instruction_energy.h"

#include <string>

#include "tools/cost/energy.h"

namespace lanefold {
namespace {

std::uint64_t lines_at(const InstructionCounts& counts, MemoryPlace level) {
  return counts.level_lines[static_cast<std::size_t>(level)];
}

/// The levels behind one another. What comes to the next one that has lines has missed here.
std::vector<MemoryBlockStatistics> levels_of(const InstructionCounts& counts,
                                             std::uint32_t line_bytes) {
  std::vector<MemoryBlockStatistics> levels;
  std::uint64_t behind = lines_at(counts, MemoryPlace::Dram);
  levels.push_back({"dram",
                    1,
                    {{"read_bytes", "bytes", behind * line_bytes}, {"written_bytes", "bytes", 0}},
                    {}});
  for (const MemoryPlace level :
       {MemoryPlace::Llc, MemoryPlace::L3, MemoryPlace::L2, MemoryPlace::L1}) {
    const std::uint64_t lines = lines_at(counts, level);
    if (lines == 0) continue;
    levels.push_back({memory_place_name(level),
                      1,
                      {{"accesses", "requests", lines},
                       {"misses", "requests", behind},
                       {"write_backs", "lines", 0}},
                      {{"accesses", {lines}}}});
    behind = lines;
  }
  return levels;
}

LaunchStatistics as_launch(const InstructionCounts& counts, std::uint32_t line_bytes) {
  LaunchStatistics launch;
  launch.timed = true;
  launch.warp_instructions = counts.warp_instructions;
  launch.alu_instructions = counts.alu_instructions;
  launch.timed_eu_cycles = counts.timed_eu_cycles;
  launch.register_bits = counts.register_bits;
  launch.local_words = counts.local_words;
  launch.scalar.lane_operations = counts.lane_operations;
  launch.memory = levels_of(counts, line_bytes);
  return launch;
}

}  // namespace

void add_instruction_energy(KernelProfile& kernel, const MachineConfig& machine, unsigned node) {
  for (ProfiledInstruction& one : kernel.instructions) {
    one.picojoules =
        energy_of(as_launch(one.counts, machine.memory.line_bytes), machine, node).total();
  }
}

}  // namespace lanefold
