// SPDX-License-Identifier: Apache-2.0
// Compares registers over the lanes of each instruction.
#include "observers/uniformity_check/uniformity_checker.h"

#include <fmt/format.h>

#include <optional>

#include "decisions/execute/launch.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// The lowest lane of `active` that does not have what `claim` says, seen from the lowest one.
std::optional<unsigned> first_exception(const std::uint32_t* row, LaneMask active,
                                        const Uniformity& claim) {
  const unsigned first = active.lowest();
  const LaneMask rest = active.without(LaneMask::lane(first));
  if (rest.none()) return {};
  const std::uint32_t distance = rest.lowest() - first;
  const std::uint32_t difference = row[rest.lowest()] - row[first];
  std::optional<unsigned> exception;
  for_each_lane(rest, [&](unsigned lane) {
    // An unknown stride is that of the first two lanes; products, since it may not be whole.
    const bool holds = claim.stride()
                           ? row[lane] - row[first] == *claim.stride() * (lane - first)
                           : (row[lane] - row[first]) * distance == difference * (lane - first);
    if (!holds && !exception) exception = lane;
  });
  return exception;
}

std::string at_line(const Warp& warp, const Instruction& instruction) {
  const std::string line = source_line(*warp.launch().image, instruction.pc);
  return line.empty() ? "" : " (" + line + ")";
}

}  // namespace

void UniformityChecker::begins(const Warp& warp, const Instruction& instruction, LaneMask active) {
  if (active.count() < 2) return;
  const InstructionUniformity& known = kernels_.of(warp.launch()).uniformity.at_pc(instruction.pc);
  const auto rows = instruction.source_rows();
  for (unsigned s = 0; s < instruction.sources; ++s) {
    check(warp, instruction, active, rows[s], known.sources[s]);
  }
}

void UniformityChecker::ended(const Warp& warp, const Instruction& instruction, LaneMask active) {
  if (active.count() < 2 || !instruction.writes_register()) return;
  const InstructionUniformity& known = kernels_.of(warp.launch()).uniformity.at_pc(instruction.pc);
  check(warp, instruction, active, instruction.rd, known.value);
}

void UniformityChecker::check(const Warp& warp, const Instruction& instruction, LaneMask active,
                              unsigned row, const Uniformity& claim) {
  if (claim.is_divergent()) return;
  ++compared_;
  const LaneRegisters& registers = warp.registers();
  std::optional<unsigned> exception = claim.kind() == Uniformity::Kind::None
                                          ? std::optional<unsigned>(active.lowest())
                                          : first_exception(registers.row(row), active, claim);
  const bool is_double = row >= kFloatRow && warp.launch().image->traits.has_double;
  if (!exception && is_double && claim.is_uniform()) {
    row += kFloatHighRow - kFloatRow;
    exception = first_exception(registers.row(row), active, claim);
  }
  if (!exception) return;
  throw Error(ErrorKind::Internal,
              fmt::format("{:#010x}: {}: register row {} is {} by the analysis, but holds {:#x} in "
                          "lane {} and {:#x} in lane {}{}",
                          instruction.pc, disassemble(instruction), row, claim.text(),
                          registers.row(row)[active.lowest()], active.lowest(),
                          registers.row(row)[*exception], *exception, at_line(warp, instruction)));
}

}  // namespace lanefold
