// SPDX-License-Identifier: Apache-2.0
// The RTL's answers to one mask beside the model's.
#include "twins/loop/mask_comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "twins/loop/rtl_machine.h"

namespace lanefold {
namespace {

constexpr unsigned kPositionsPerLine = 8;

std::string source(bool enabled, unsigned quad, unsigned position, unsigned at) {
  if (!enabled) return "-";
  return fmt::format("Q{}.{}{}", quad, position, position != at ? "*" : "");
}
std::string source(const Schedule& model, unsigned cycle, unsigned at) {
  if (cycle >= model.cycles()) return "";
  const Schedule::Slot slot = model.slot(cycle, at);
  return source(slot.enabled(), slot.quad, slot.position, at);
}
std::string source(const ControlAnswer& rtl, unsigned cycle, unsigned at, unsigned positions) {
  const unsigned slot = cycle * positions + at;
  if (cycle >= rtl.cycles && !rtl.enabled.test(slot)) return "";
  return source(rtl.enabled.test(slot), rtl.quad[slot], rtl.position[slot], at);
}

/// Cycles in which the RTL says anything.
unsigned cycles_shown(const ControlAnswer& rtl, const QuadGeometry& geometry) {
  unsigned cycles = std::min(rtl.cycles, geometry.quads());
  for_each_lane(rtl.enabled,
                [&](unsigned slot) { cycles = std::max(cycles, slot / geometry.positions() + 1); });
  return cycles;
}

void trim(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

std::string cell(const std::string& text) { return fmt::format("  {:<6}", text); }

}  // namespace

bool equal(const Schedule& model, const ControlAnswer& rtl, const QuadGeometry& geometry) {
  if (model.cycles() != rtl.cycles) return false;
  const unsigned positions = geometry.positions();
  for (unsigned cycle = 0; cycle < geometry.quads(); ++cycle) {
    for (unsigned at = 0; at < positions; ++at) {
      if (source(model, cycle, at) != source(rtl, cycle, at, positions)) return false;
    }
  }
  return true;
}

std::string side_by_side(const Schedule& model, const ControlAnswer& rtl,
                         const QuadGeometry& geometry) {
  const unsigned rows = std::max(model.cycles(), cycles_shown(rtl, geometry));
  const unsigned positions = geometry.positions();
  std::string table;
  for (unsigned first = 0; rows > 0 && first < positions; first += kPositionsPerLine) {
    const unsigned last = std::min(first + kPositionsPerLine, positions);
    std::string names;
    for (unsigned at = first; at < last; ++at) names += cell(fmt::format("P{}", at));
    std::string head = fmt::format("  cycle  model{}  |  RTL{}", names, names);
    trim(head);
    table += head + "\n";
    for (unsigned cycle = 0; cycle < rows; ++cycle) {
      std::string left;
      std::string right;
      for (unsigned at = first; at < last; ++at) {
        left += cell(source(model, cycle, at));
        right += cell(source(rtl, cycle, at, positions));
      }
      std::string line = fmt::format("  {:>5}  {:5}{}  |  {:3}{}", cycle, "", left, "", right);
      trim(line);
      table += line + "\n";
    }
  }
  return table;
}

MaskComparison compare_mask_with_rtl(LaneMask mask, const QuadGeometry& geometry) {
  MaskComparison comparison;
  for (const ControlBlock block : kControlBlocks) {
    const std::string policy = name_of(control_block_policy(block));
    const Schedule model = make_compactor(control_block_policy(block))->schedule(mask, geometry);
    const ControlAnswer rtl = make_control_twin(block, geometry)->decide(mask);
    const bool same = equal(model, rtl, geometry);
    if (!same) comparison.different.push_back(policy);
    comparison.text += fmt::format("\n{}, {}.sv: model {} cycles, RTL {} cycles: {}\n", policy,
                                   control_block_name(block), model.cycles(), rtl.cycles,
                                   same ? "equal" : "NOT EQUAL");
    comparison.text += side_by_side(model, rtl, geometry);
  }
  return comparison;
}

}  // namespace lanefold
