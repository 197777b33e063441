// SPDX-License-Identifier: Apache-2.0
// Which phis of a function surely have a value.
#include "bril/phi_values.h"

#include <algorithm>

namespace lanefold::bril {

PhiValues::PhiValues(const std::vector<Block>& blocks, const Function& function)
    : dominator_(immediate_dominators(blocks)),
      set_in_(function.variables.size(), static_cast<unsigned>(blocks.size())) {
  for (const unsigned parameter : function.parameters) set_in_[parameter] = 0;
  for (unsigned b = 0; b < blocks.size(); ++b) {
    labels_.push_back(blocks[b].label);
    for (const Instruction& one : blocks[b].body) {
      const bool declares = one.op == Op::Phi && one.labels.empty();
      if (one.result && !declares) set_in_[*one.result] = b;
    }
  }
}

bool PhiValues::certain(const Block& block, const Instruction& phi) const {
  for (std::size_t k = 0; k < phi.labels.size(); ++k) {
    for (const unsigned before : block.predecessors) {
      if (labels_[before] == phi.labels[k] && !has_value(phi.arguments[k], before)) return false;
    }
  }
  return true;
}

bool PhiValues::has_value(unsigned variable, unsigned at_end_of) const {
  unsigned block = at_end_of;
  while (block != set_in_[variable] && block != 0) block = dominator_[block];
  return block == set_in_[variable];
}

}  // namespace lanefold::bril
