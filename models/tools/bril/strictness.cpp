// SPDX-License-Identifier: Apache-2.0
// Whether each use of a variable surely finds a value.
#include "tools/bril/strictness.h"

#include "tools/bril/blocks.h"

namespace lanefold::bril {

std::optional<unsigned> variable_without_value(const Function& function) {
  const std::vector<Block> blocks = blocks_of(function);
  for (const Block& block : blocks) {
    for (const Instruction& phi : block.body) {
      const bool lacks = phi.labels.empty() || phi.labels.size() != block.predecessors.size();
      if (phi.op == Op::Phi && lacks) return phi.result;
    }
  }
  VariableSet unset = liveness_of(blocks, function.variables.size()).in[0];
  for (const unsigned parameter : function.parameters) unset.reset(parameter);
  const auto first = unset.find_first();
  if (first == VariableSet::npos) return {};
  return static_cast<unsigned>(first);
}

}  // namespace lanefold::bril
