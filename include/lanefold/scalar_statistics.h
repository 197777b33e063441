// SPDX-License-Identifier: Apache-2.0
// What work is done once for all lanes, and what it takes to know that (core.scalar).
#pragma once

#include <cstdint>

namespace lanefold {

/// Part of LaunchStatistics. All but `lane_operations` and `address_comparisons` are zero with
/// `core.scalar.execution` = off, all when functional.
struct ScalarStatistics {
  std::uint64_t lane_operations = 0;
  std::uint64_t once = 0;
  std::uint64_t one_lane = 0;
  std::uint64_t compared = 0;
  std::uint64_t on_pipe = 0;
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t regenerations = 0;
  std::uint64_t operand_comparisons = 0;
  std::uint64_t uniform_accesses = 0;
  std::uint64_t affine_accesses = 0;
  std::uint64_t address_comparisons = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit) {
    visit.counter("lane_operations", self.lane_operations, "operations",
                  "ALU operations: one for each active lane of an instruction, or one for all "
                  "lanes where the instruction is executed once");
    visit.counter("scalar_instructions", self.once, "instructions",
                  "ALU instructions executed once for all lanes");
    visit.counter("scalar_one_lane", self.one_lane, "instructions",
                  "ALU instructions executed once that had one active lane");
    visit.counter("scalar_found", self.compared, "instructions",
                  "ALU instructions executed once whose operands had to be compared to know that "
                  "they are uniform");
    visit.counter("scalar_pipe_instructions", self.on_pipe, "instructions",
                  "ALU instructions executed once on the scalar pipe");
    visit.counter("scalar_reads", self.reads, "accesses",
                  "reads of scalar rows, which hold one word for all lanes of a warp");
    visit.counter("scalar_writes", self.writes, "accesses", "writes of scalar rows");
    visit.counter(
        "scalar_regenerations", self.regenerations, "registers",
        "registers copied from their scalar row to all lanes before some lanes wrote theirs");
    visit.counter("operand_comparisons", self.operand_comparisons, "comparisons",
                  "comparisons of an operand in one lane with the operand of another lane "
                  "(core.scalar.knowledge=dynamic)");
    visit.counter("uniform_accesses", self.uniform_accesses, "instructions",
                  "loads and stores known to have one address in all lanes");
    visit.counter("affine_accesses", self.affine_accesses, "instructions",
                  "loads and stores whose addresses are known to grow by a constant stride");
    visit.counter(
        "address_comparisons", self.address_comparisons, "lanes",
        "lanes whose addresses the coalescer had to compare with the address of another lane");
  }
};

}  // namespace lanefold
