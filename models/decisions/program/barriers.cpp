// SPDX-License-Identifier: Apache-2.0
// Whether work-items of a kernel wait for one another.
#include "decisions/program/barriers.h"

#include <algorithm>
#include <vector>

namespace lanefold {
namespace {

bool is_barrier(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Barrier;
}

}  // namespace

bool reaches_barrier(const ProgramImage& image, std::uint32_t entry) {
  if (std::none_of(image.code.begin(), image.code.end(), is_barrier)) return false;
  const ControlFlow& flow = image.flow;
  std::vector<bool> seen(flow.blocks.size());
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t index) {
    if (index >= image.code.size() || seen[flow.block_of[index]]) return;
    seen[flow.block_of[index]] = true;
    open.push_back(flow.block_of[index]);
  };
  visit((entry - flow.base) / 4);
  while (!open.empty()) {
    const BlockFlow& block = flow.blocks[open.back()];
    const Instruction& last = image.code[block.last];
    open.pop_back();
    const auto target = target_of(image.code, block);
    const bool indirect =
        last.kind == InstructionClass::JumpRegister && !target && !is_return(last);
    if (is_barrier(last) || indirect) return true;
    if (target) visit((*target - flow.base) / 4);
    if (falls_through(last)) visit(block.last + 1);
  }
  return false;
}

}  // namespace lanefold
