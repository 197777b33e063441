// SPDX-License-Identifier: Apache-2.0
// The control flow of a Bril function.
#include "tools/bril/blocks.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "decisions/divergence/flow_graph.h"
#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

/// All of them, with their successors.
std::vector<Block> split(const Function& function) {
  std::vector<Block> blocks(1);
  std::unordered_map<std::string, unsigned> numbers;
  bool ended = false;
  for (const Instruction& instruction : function.body) {
    const bool label = instruction.op == Op::Label;
    const bool first = blocks.size() == 1 && blocks[0].label.empty() && blocks[0].body.empty();
    if ((label && !first) || ended) blocks.emplace_back();
    ended = ends_block(instruction.op);
    if (label) {
      blocks.back().label = instruction.labels.front();
      numbers[blocks.back().label] = static_cast<unsigned>(blocks.size() - 1);
    } else {
      blocks.back().body.push_back(instruction);
    }
  }
  for (unsigned b = 0; b < blocks.size(); ++b) {
    const std::vector<Instruction>& body = blocks[b].body;
    if (body.empty() || !ends_block(body.back().op)) {
      if (b + 1 < blocks.size()) blocks[b].successors.push_back(b + 1);
      continue;
    }
    for (const std::string& label : body.back().labels) {
      blocks[b].successors.push_back(numbers.at(label));
    }
  }
  return blocks;
}

std::vector<bool> reached(const std::vector<Block>& blocks) {
  std::vector<bool> seen(blocks.size());
  std::vector<unsigned> open{0};
  seen[0] = true;
  while (!open.empty()) {
    const unsigned block = open.back();
    open.pop_back();
    for (const unsigned next : blocks[block].successors) {
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return seen;
}

void connect(std::vector<Block>& blocks) {
  for (unsigned b = 0; b < blocks.size(); ++b) {
    std::vector<unsigned>& successors = blocks[b].successors;
    if (successors.size() == 2 && successors[0] == successors[1]) successors.pop_back();
    for (const unsigned next : successors) blocks[next].predecessors.push_back(b);
  }
  for (Block& block : blocks) {
    std::unordered_set<std::string> from;
    for (const unsigned before : block.predecessors) from.insert(blocks[before].label);
    for (Instruction& phi : block.body) {
      if (phi.op != Op::Phi) continue;
      const Instruction all = phi;
      phi.arguments.clear();
      phi.labels.clear();
      for (std::size_t i = 0; i < all.labels.size(); ++i) {
        if (from.erase(all.labels[i]) == 0) continue;
        phi.arguments.push_back(all.arguments[i]);
        phi.labels.push_back(all.labels[i]);
      }
      from.insert(phi.labels.begin(), phi.labels.end());
    }
  }
}

}  // namespace

std::vector<Block> blocks_of(const Function& function) {
  const std::vector<Block> all = split(function);
  const std::vector<bool> seen = reached(all);
  std::vector<unsigned> numbers(all.size());
  std::vector<Block> blocks;
  const bool led_back = std::any_of(all.begin(), all.end(), [](const Block& block) {
    const auto& next = block.successors;
    return std::find(next.begin(), next.end(), 0U) != next.end();
  });
  if (led_back) {
    blocks.emplace_back();
    blocks.back().successors.push_back(0);
  }
  for (unsigned b = 0; b < all.size(); ++b) {
    numbers[b] = static_cast<unsigned>(blocks.size());
    if (seen[b]) blocks.push_back(all[b]);
  }
  for (Block& block : blocks) {
    for (unsigned& next : block.successors) next = numbers[next];
  }
  connect(blocks);
  return blocks;
}

std::vector<Instruction> body_of(const std::vector<Block>& blocks) {
  std::vector<Instruction> body;
  for (const Block& block : blocks) {
    if (!block.label.empty()) {
      Instruction label;
      label.op = Op::Label;
      label.labels = {block.label};
      body.push_back(std::move(label));
    }
    body.insert(body.end(), block.body.begin(), block.body.end());
  }
  return body;
}

void append(Block& block, const Instruction& instruction) {
  const bool jumps = !block.body.empty() && ends_block(block.body.back().op);
  block.body.insert(block.body.end() - (jumps ? 1 : 0), instruction);
}

Block& block_before(std::vector<Block>& blocks, const Block& block, const std::string& label) {
  const auto found = std::find_if(block.predecessors.begin(), block.predecessors.end(),
                                  [&](unsigned before) { return blocks[before].label == label; });
  return blocks[*found];  // blocks_of() keeps no other labels
}

std::string new_label(const std::vector<Block>& blocks) {
  std::unordered_set<std::string> taken;
  for (const Block& block : blocks) taken.insert(block.label);
  std::string label = "begin";
  for (unsigned number = 1; taken.count(label) != 0; ++number) {
    label = "begin." + std::to_string(number);
  }
  return label;
}

std::vector<unsigned> immediate_dominators(const std::vector<Block>& blocks) {
  FlowGraph backwards;
  for (const Block& block : blocks) backwards.push_back(block.predecessors);
  std::vector<unsigned> dominators = immediate_post_dominators(backwards);
  dominators[0] = 0;
  return dominators;
}

Liveness liveness_of(const std::vector<Block>& blocks, std::size_t variables) {
  Liveness liveness;
  liveness.in.assign(blocks.size(), VariableSet(variables));
  liveness.out = liveness.in;
  const auto at_end = [&](unsigned b) {
    VariableSet alive(variables);
    for (const unsigned next : blocks[b].successors) {
      alive |= liveness.in[next];
      for (const Instruction& phi : blocks[next].body) {
        if (phi.op != Op::Phi) break;
        for (std::size_t i = 0; i < phi.labels.size(); ++i) {
          if (phi.labels[i] == blocks[b].label) alive[phi.arguments[i]] = true;
        }
      }
    }
    return alive;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b = static_cast<unsigned>(blocks.size()); b-- > 0;) {
      liveness.out[b] = at_end(b);
      VariableSet alive = liveness.out[b];
      for (auto one = blocks[b].body.rbegin(); one != blocks[b].body.rend(); ++one) {
        if (one->result) alive[*one->result] = false;
        if (one->op == Op::Phi) continue;
        for_each_use(*one, [&](unsigned variable) { alive[variable] = true; });
      }
      changed = changed || alive != liveness.in[b];
      liveness.in[b] = std::move(alive);
    }
  }
  return liveness;
}

}  // namespace lanefold::bril
