// SPDX-License-Identifier: Apache-2.0
// Which phis of a function surely have a value.
#pragma once

#include <string>
#include <vector>

#include "bril/blocks.h"

namespace lanefold::bril {

/// Of blocks in SSA. A phi without an argument for a way in has no value there, nor has one whose
/// argument may not have been set by then: what is set in a block has a value where that block
/// dominates.
class PhiValues {
 public:
  PhiValues(const std::vector<Block>& blocks, const Function& function);

  /// Whether there is an argument for every way in.
  static bool complete(const Block& block, const Instruction& phi) {
    return !phi.labels.empty() && phi.labels.size() == block.predecessors.size();
  }
  /// Whether all arguments surely have values.
  bool certain(const Block& block, const Instruction& phi) const;

 private:
  bool has_value(unsigned variable, unsigned at_end_of) const;

  std::vector<std::string> labels_;
  std::vector<unsigned> dominator_;
  std::vector<unsigned> set_in_;  ///< by variable: its block, or as many as there are
};

}  // namespace lanefold::bril
