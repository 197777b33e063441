// SPDX-License-Identifier: Apache-2.0
// The control flow of a Bril function.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <string>
#include <vector>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// What runs from its first to its last instruction. Without a jump, branch or return at its end it
/// goes on with the next block.
struct Block {
  std::string label;  ///< empty for a begin without one
  std::vector<Instruction> body;
  std::vector<unsigned> successors;
  std::vector<unsigned> predecessors;
};

/// In the order of the text, without those that nothing leads to. Block 0 is the begin, which
/// nothing leads back to. Phis keep the arguments that come from a predecessor.
std::vector<Block> blocks_of(const Function& function);

/// The instructions of the blocks, with their labels.
std::vector<Instruction> body_of(const std::vector<Block>& blocks);

/// Puts an instruction at the end of a block, before what it ends with.
void append(Block& block, const Instruction& instruction);
/// The predecessor with the label of a phi.
Block& block_before(std::vector<Block>& blocks, const Block& block, const std::string& label);

/// A label that no block has.
std::string new_label(const std::vector<Block>& blocks);

/// Immediate dominator of each block but the begin, which has itself.
std::vector<unsigned> immediate_dominators(const std::vector<Block>& blocks);

using VariableSet = boost::dynamic_bitset<>;

/// Variables that are alive, block by block. A phi uses its arguments at the end of the blocks that
/// they come from.
struct Liveness {
  std::vector<VariableSet> in;   ///< by block: at its begin, before its phis
  std::vector<VariableSet> out;  ///< at its end, with what phis behind it take from it
};
Liveness liveness_of(const std::vector<Block>& blocks, std::size_t variables);

}  // namespace lanefold::bril
