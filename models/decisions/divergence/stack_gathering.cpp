// SPDX-License-Identifier: Apache-2.0
// Gathering on a stack of splits. Those that are gathered have kFunctionEnd as their end, and so
// has the pc of the entry that waits for all of them.
#include "decisions/divergence/stack_gathering.h"

namespace lanefold {
namespace {

/// When all are together again, the entry that waited for them goes on.
void end_gathering(std::vector<Split>& stack) {
  const Split top = stack.back();
  Split& below = stack[stack.size() - 2];
  if (below.mask != top.mask || below.pc != kFunctionEnd) return;
  below.pc = top.pc;
  below.rank = top.rank;
  below.depth = top.depth;
  stack.pop_back();
}

bool gathers_with(const Split& top, const Split& below) {
  return below.pc == top.pc && below.depth == top.depth && below.reconvergence_pc == kFunctionEnd &&
         top.reconvergence_pc == kFunctionEnd &&
         below.reconvergence_depth == top.reconvergence_depth;
}

}  // namespace

void gather_with(Split late, std::uint32_t depth, std::vector<Split>& stack) {
  const Split top = stack.back();
  const bool waits_below =
      stack.size() > 1 && top.reconvergence_pc == kFunctionEnd && top.reconvergence_depth == depth;
  if (!waits_below) {
    stack.back().pc = kFunctionEnd;
    stack.push_back(top);
  }
  Split& gathered = stack.back();
  gathered.mask = gathered.mask.without(late.mask);
  gathered.reconvergence_pc = late.reconvergence_pc = kFunctionEnd;
  gathered.reconvergence_depth = late.reconvergence_depth = depth;
  stack.push_back(late);
}

void merge_gathered(std::vector<Split>& stack) {
  while (stack.size() > 2) {
    const Split top = stack.back();
    Split& below = stack[stack.size() - 2];
    if (!gathers_with(top, below)) return;
    below.mask |= top.mask;
    stack.pop_back();
    end_gathering(stack);
  }
}

}  // namespace lanefold
