// SPDX-License-Identifier: Apache-2.0
// From predecoded code to blocks, functions and ranks.
#include "decisions/divergence/control_flow.h"

#include <optional>

#include "decisions/divergence/flow_graph.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

bool ends_block(const Instruction& instruction) {
  return resolves_late(instruction) || instruction.kind == InstructionClass::Jump;
}

/// The nearest post-dominator outside of the innermost loop of `vertex`; the number of vertices
/// stands for the function's end.
std::uint32_t loop_exit(const WeakTopologicalOrder& order,
                        const std::vector<std::uint32_t>& post_dominator, std::uint32_t vertex) {
  const auto end = static_cast<std::uint32_t>(post_dominator.size());
  const std::uint32_t head = order.head[vertex];
  if (head == end) return end;
  while (vertex != end && order.contains(head, vertex)) vertex = post_dominator[vertex];
  return vertex;
}

bool is_call(const Instruction& last) {
  return last.kind == InstructionClass::Jump && last.rd != kSinkRow;
}

class Analysis {
 public:
  Analysis(std::vector<Instruction>& code, std::uint32_t base) : code_(code) { flow_.base = base; }

  ControlFlow run(const std::vector<std::uint32_t>& entries) {
    find_leaders(entries);
    split_into_blocks();
    owner_.assign(flow_.blocks.size(), kNone);
    for (const std::uint32_t pc : entries) add_function(pc);
    for (const Instruction& instruction : code_) {
      if (is_call(instruction)) add_function(static_cast<std::uint32_t>(instruction.imm));
    }
    // Code that nothing above reaches (targets of indirect jumps only) still needs ranks.
    for (std::uint32_t block = 0; block < flow_.blocks.size(); ++block) add_function_at(block);
    rank_edges_between_functions();
    return std::move(flow_);
  }

 private:
  std::optional<std::uint32_t> index_of(std::uint32_t pc) const {
    if (pc % 4 != 0 || pc < flow_.base || (pc - flow_.base) / 4 >= code_.size()) return {};
    return (pc - flow_.base) / 4;
  }

  std::optional<std::uint32_t> target_of(const Instruction& last) const {
    if (last.kind != InstructionClass::Branch && last.kind != InstructionClass::Jump) return {};
    return index_of(static_cast<std::uint32_t>(last.imm));
  }

  void find_leaders(const std::vector<std::uint32_t>& entries) {
    leader_.assign(code_.size(), false);
    if (!code_.empty()) leader_[0] = true;
    for (const std::uint32_t pc : entries) {
      if (const auto index = index_of(pc)) leader_[*index] = true;
    }
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
      if (const auto target = target_of(code_[i])) leader_[*target] = true;
      if (ends_block(code_[i]) && i + 1 < code_.size()) leader_[i + 1] = true;
    }
  }

  void split_into_blocks() {
    flow_.block_of.resize(code_.size());
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
      if (leader_[i]) {
        flow_.blocks.emplace_back();
        flow_.blocks.back().first = i;
      }
      flow_.blocks.back().last = i;
      flow_.block_of[i] = static_cast<std::uint32_t>(flow_.blocks.size() - 1);
      code_[i].ends_block = i + 1 == code_.size() || leader_[i + 1];
    }
  }

  /// Blocks that control reaches from `block` inside the same function.
  std::vector<std::uint32_t> successors(std::uint32_t block) const {
    const Instruction& last = code_[flow_.blocks[block].last];
    std::vector<std::uint32_t> result;
    const auto target = target_of(last);
    if (target && !is_call(last)) result.push_back(flow_.block_of[*target]);
    if (falls_through(last) && block + 1 < flow_.blocks.size()) result.push_back(block + 1);
    return result;
  }

  void add_function(std::uint32_t pc) {
    if (const auto index = index_of(pc)) add_function_at(flow_.block_of[*index]);
  }

  /// Claims every block that is reachable from `entry` and not yet part of a function, and ranks
  /// them.
  void add_function_at(std::uint32_t entry) {
    if (owner_[entry] != kNone) return;
    std::vector<std::uint32_t> members{entry};
    std::vector<std::uint32_t> vertex_of;
    owner_[entry] = entry;
    for (std::size_t next = 0; next < members.size(); ++next) {
      for (const std::uint32_t to : successors(members[next])) {
        if (owner_[to] != kNone) continue;
        owner_[to] = entry;
        members.push_back(to);
      }
    }
    rank_function(members);
  }

  void rank_function(const std::vector<std::uint32_t>& members) {
    local_.resize(flow_.blocks.size(), kNone);
    for (std::uint32_t v = 0; v < members.size(); ++v) local_[members[v]] = v;
    FlowGraph graph(members.size());
    for (std::uint32_t v = 0; v < members.size(); ++v) {
      for (const std::uint32_t to : successors(members[v])) {
        if (owner_[to] == members[0]) graph[v].push_back(local_[to]);
      }
    }
    const WeakTopologicalOrder order = weak_topological_order(graph);
    const std::vector<std::uint32_t> post_dominator = immediate_post_dominators(graph);
    for (std::uint32_t v = 0; v < members.size(); ++v) {
      BlockFlow& block = flow_.blocks[members[v]];
      block.rank = next_rank_ + order.rank[v];
      if (post_dominator[v] < members.size()) {
        block.reconvergence_pc = pc_of(flow_.blocks[members[post_dominator[v]]].first);
      }
      const std::uint32_t exit = loop_exit(order, post_dominator, v);
      if (exit < members.size()) block.loop_exit_pc = pc_of(flow_.blocks[members[exit]].first);
      const auto edge_rank = [&](std::uint32_t to) {
        return owner_[to] == members[0] ? next_rank_ + order.edge_rank(v, local_[to]) : kNone;
      };
      const auto target = target_of(code_[block.last]);
      block.taken_rank = target ? edge_rank(flow_.block_of[*target]) : kNone;
      const bool has_next = members[v] + 1 < flow_.blocks.size();
      block.next_rank = has_next ? edge_rank(members[v] + 1) : kNone;
    }
    next_rank_ += order.end;
  }

  /// An edge into another function (a call, or a jump to its middle) carries the target's own rank.
  void rank_edges_between_functions() {
    for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      BlockFlow& block = flow_.blocks[b];
      const auto target = target_of(code_[block.last]);
      if (target && (block.taken_rank == kNone || is_call(code_[block.last]))) {
        block.taken_rank = flow_.blocks[flow_.block_of[*target]].rank;
      }
      if (block.next_rank == kNone && b + 1 < flow_.blocks.size()) {
        block.next_rank = flow_.blocks[b + 1].rank;
      }
    }
  }

  std::uint32_t pc_of(std::uint32_t index) const { return flow_.base + 4 * index; }

  std::vector<Instruction>& code_;
  ControlFlow flow_;
  std::vector<bool> leader_;
  std::vector<std::uint32_t> owner_;  ///< entry block of the function that a block belongs to
  std::vector<std::uint32_t> local_;  ///< vertex of a block in its function's graph
  std::uint32_t next_rank_ = 0;
};

}  // namespace

bool falls_through(const Instruction& last) {
  switch (last.kind) {
    case InstructionClass::Exit:
    case InstructionClass::Illegal:
      return false;
    case InstructionClass::Jump:
    case InstructionClass::JumpRegister:
      return last.rd != kSinkRow;  // a call comes back
    default:
      return true;
  }
}

std::optional<std::uint32_t> target_of(const std::vector<Instruction>& code,
                                       const BlockFlow& block) {
  const Instruction& last = code[block.last];
  if (last.kind == InstructionClass::Branch || last.kind == InstructionClass::Jump) {
    return static_cast<std::uint32_t>(last.imm);
  }
  if (last.kind != InstructionClass::JumpRegister || block.last == block.first) return {};
  const Instruction& before = code[block.last - 1];
  if (before.opcode != Opcode::Auipc || before.rd != last.rs1) return {};
  return static_cast<std::uint32_t>(before.imm + last.imm);
}

std::uint32_t ControlFlow::rank_of_arrival(std::uint32_t pc) const {
  const std::uint32_t block = block_of[(pc - base) / 4];
  const bool follows_a_call = block > 0 && blocks[block].first == (pc - base) / 4;
  // The block before a return point ends with the call; its fall-through edge may be a back edge.
  return follows_a_call ? blocks[block - 1].next_rank : blocks[block].rank;
}

ControlFlow analyse_control_flow(std::vector<Instruction>& code, std::uint32_t base,
                                 const std::vector<std::uint32_t>& entries) {
  return Analysis(code, base).run(entries);
}

}  // namespace lanefold
