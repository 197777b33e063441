// SPDX-License-Identifier: Apache-2.0
// Draws a mask, its quads and the schedule of every policy.
#include "mask_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lanefold/compactor.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr unsigned kPositionsPerLine = 16;
constexpr unsigned kLineWidth = 96;

std::string cycles_text(unsigned cycles) {
  return fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s");
}

std::string title(LaneMask mask, const QuadGeometry& geometry) {
  return fmt::format(
      "mask {:#0{}x}: {} of {} lanes active, in {} of {} quads; ideal {}\n"
      "ALU {} lanes wide, {}-bit operands: a quad is {} lanes\n",
      mask.bits(), 2 + (geometry.lanes() + 3) / 4, mask.count(), geometry.lanes(),
      geometry.active_quads(mask), geometry.quads(), cycles_text(geometry.passes(mask.count())),
      geometry.alu_width(), geometry.operand_bits(), geometry.quad_lanes());
}

/// The lanes of one quad as bits, its highest lane first.
std::string quad_bits(LaneMask mask, unsigned quad, const QuadGeometry& geometry) {
  std::string bits;
  for_each_lane(geometry.quad(quad), [&](unsigned lane) { bits += mask.test(lane) ? '1' : '0'; });
  return {bits.rbegin(), bits.rend()};
}

/// The quads as in a printed mask, lane 0 rightmost, in as many lines as they need.
std::string quad_picture(LaneMask mask, const QuadGeometry& geometry) {
  const unsigned width = std::max(3U, geometry.positions());
  const unsigned per_line = std::max(1U, kLineWidth / (width + 2));
  std::string picture;
  for (unsigned end = geometry.quads(); end > 0;) {
    const unsigned begin = end > per_line ? end - per_line : 0;
    std::string names = "  quad  ";
    std::string lanes = "  lanes ";
    for (unsigned quad = end; quad-- > begin;) {
      names += fmt::format("  {:>{}}", fmt::format("Q{}", quad), width);
      lanes += fmt::format("  {:>{}}", quad_bits(mask, quad, geometry), width);
    }
    picture += fmt::format("\n{}\n{}\n", names, lanes);
    end = begin;
  }
  return picture;
}

std::string saved(unsigned cycles, unsigned reference) {
  if (reference == 0) {
    return "-";
  }
  return fmt::format("{} %", std::lround(100.0 - 100.0 * cycles / reference));
}

std::string policy_table(LaneMask mask, const QuadGeometry& geometry) {
  const unsigned none = make_compactor(CompactionPolicy::None)->cycles(mask, geometry);
  const unsigned ivb = make_compactor(CompactionPolicy::Ivb)->cycles(mask, geometry);
  std::string table = "\npolicy    cycles  swizzled lanes  saved over none  saved over ivb\n";
  for (const CompactionPolicy named : all_of<CompactionPolicy>()) {
    const auto policy = make_compactor(named);
    const unsigned cycles = policy->cycles(mask, geometry);
    const std::string over_ivb = named == CompactionPolicy::None ? "-" : saved(cycles, ivb);
    table += fmt::format("{:<8}  {:>6}  {:>14}  {:>15}  {:>14}\n", name_of(named), cycles,
                         policy->swizzled_lanes(mask, geometry), saved(cycles, none), over_ivb);
  }
  return table;
}

std::string source(const Schedule::Slot& slot, unsigned position) {
  if (!slot.enabled()) {
    return "-";
  }
  return fmt::format("Q{}.{}{}", slot.quad, slot.position, slot.position != position ? "*" : "");
}

/// What every ALU position takes in every cycle.
std::string schedule_table(const std::string& name, const Schedule& schedule) {
  std::string table = fmt::format("\n{}: {}\n", name, cycles_text(schedule.cycles()));
  const unsigned rows = schedule.cycles();
  for (unsigned first = 0; rows > 0 && first < schedule.positions(); first += kPositionsPerLine) {
    const unsigned last = std::min(first + kPositionsPerLine, schedule.positions());
    table += "  cycle";
    for (unsigned position = first; position < last; ++position) {
      table += fmt::format("  {:<6}", fmt::format("P{}", position));
    }
    for (unsigned cycle = 0; cycle < rows; ++cycle) {
      table += fmt::format("\n  {:>5}", cycle);
      for (unsigned position = first; position < last; ++position) {
        table += fmt::format("  {:<6}", source(schedule.slot(cycle, position), position));
      }
    }
    table += "\n";
  }
  return table;
}

/// Columns leave spaces behind their last entry; a line should not.
std::string without_trailing_spaces(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '\n') {
      result.erase(result.find_last_not_of(' ') + 1);
    }
    result += character;
  }
  return result;
}

}  // namespace

std::string mask_report(LaneMask mask, const QuadGeometry& geometry) {
  if (!geometry.all_lanes().contains(mask)) {
    throw Error(ErrorKind::Usage,
                fmt::format("mask {:#x} has a lane above the {} lanes of the warp; choose a wider "
                            "warp or a mask of at most {:#x}",
                            mask.bits(), geometry.lanes(), geometry.all_lanes().bits()));
  }
  std::string report = title(mask, geometry) + quad_picture(mask, geometry);
  report += policy_table(mask, geometry);
  for (const CompactionPolicy policy : all_of<CompactionPolicy>()) {
    report += schedule_table(name_of(policy), make_compactor(policy)->schedule(mask, geometry));
  }
  report +=
      "\nQ2.3 = lane 3 of quad 2, P = ALU position, * = swizzled from another position, - = "
      "disabled\n";
  return without_trailing_spaces(report);
}

}  // namespace lanefold
