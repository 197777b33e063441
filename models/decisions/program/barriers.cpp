// SPDX-License-Identifier: Apache-2.0
// Whether work-items of a kernel wait for one another, and for whom.
#include "decisions/program/barriers.h"

#include <algorithm>
#include <vector>

#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

using Wanted = bool (*)(const Instruction&);

bool is_barrier(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Barrier;
}

bool reaches(const ProgramImage& image, std::uint32_t entry, Wanted wanted) {
  if (std::none_of(image.code.begin(), image.code.end(), wanted)) return false;
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
    const Instruction* code = image.code.data();
    const Instruction& last = code[block.last];
    open.pop_back();
    const auto target = target_of(image.code, block);
    const bool indirect =
        last.kind == InstructionClass::JumpRegister && !target && !is_return(last);
    if (indirect || std::any_of(code + block.first, &last + 1, wanted)) return true;
    if (target) visit((*target - flow.base) / 4);
    if (falls_through(last)) visit(block.last + 1);
  }
  return false;
}

}  // namespace

bool reaches_barrier(const ProgramImage& image, std::uint32_t entry) {
  return reaches(image, entry, is_barrier);
}

bool reaches_sub_group_barrier(const ProgramImage& image, std::uint32_t entry) {
  return reaches(image, entry, [](const Instruction& instruction) {
    return is_barrier(instruction) && is_sub_group_barrier(instruction);
  });
}

bool reaches_sub_group_exchange(const ProgramImage& image, std::uint32_t entry) {
  return reaches(image, entry, reads_sub_group_exchange);
}

bool reads_sub_group_exchange(const Instruction& instruction) {
  return instruction.kind == InstructionClass::Csr &&
         instruction.imm == static_cast<std::int32_t>(WorkItemCsr::SubGroupExchange);
}

}  // namespace lanefold
