// SPDX-License-Identifier: Apache-2.0
// Follows control from an entry, block by block.
#include "analysis/uniformity/function_graph.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace lanefold {
namespace {

class FunctionBuilder {
 public:
  explicit FunctionBuilder(const ProgramImage& image) : image_(image) {}

  FunctionGraph build(std::uint32_t entry) {
    graph_.entry = entry;
    vertex_at(entry);
    for (std::uint32_t v = 0; v < graph_.blocks.size(); ++v) add_edges(v);
    graph_.end = static_cast<std::uint32_t>(graph_.blocks.size());
    graph_.successors.emplace_back();
    for (const std::uint32_t v : returns_) graph_.successors[v].push_back(graph_.end);
    find_predecessors();
    find_loops();
    graph_.post_dominator = immediate_post_dominators(graph_.successors);
    return std::move(graph_);
  }

 private:
  std::uint32_t vertex_at(std::uint32_t pc) {
    const std::uint32_t block = image_.flow.block_of[(pc - image_.flow.base) / 4];
    const auto [known, is_new] =
        vertex_.emplace(block, static_cast<std::uint32_t>(graph_.blocks.size()));
    if (is_new) {
      graph_.blocks.push_back(block);
      graph_.calls.emplace_back();
      graph_.successors.emplace_back();
    }
    return known->second;
  }

  void add_edge(std::uint32_t from, std::uint32_t pc) {
    if (!image_.flow.contains(pc)) return;  // lanes that go there are refused
    const std::uint32_t to = vertex_at(pc);
    graph_.successors[from].push_back(to);
  }

  void add_edges(std::uint32_t v) {
    const BlockFlow& block = image_.flow.blocks[graph_.blocks[v]];
    const Instruction& last = image_.code[block.last];
    const auto target = target_of(image_.code, block);
    const bool jumps =
        last.kind == InstructionClass::Jump || last.kind == InstructionClass::JumpRegister;
    if (is_return(last)) {
      returns_.push_back(v);
    } else if (jumps && !target) {
      graph_.unknown_jump = last.pc;
    } else if (jumps && last.writes_register()) {
      if (image_.flow.contains(*target)) graph_.calls[v] = target;
    } else if (target) {
      add_edge(v, *target);
    }
    if (falls_through(last)) add_edge(v, last.pc + 4);
  }

  void find_predecessors() {
    graph_.predecessors.resize(graph_.successors.size());
    for (std::uint32_t v = 0; v < graph_.successors.size(); ++v) {
      for (const std::uint32_t to : graph_.successors[v]) graph_.predecessors[to].push_back(v);
    }
  }

  void find_loops() {
    graph_.order = weak_topological_order(graph_.successors);
    const auto size = static_cast<std::uint32_t>(graph_.successors.size());
    std::vector<std::uint32_t>& by_rank = graph_.in_order;
    by_rank.resize(size);
    std::iota(by_rank.begin(), by_rank.end(), 0U);
    std::sort(by_rank.begin(), by_rank.end(), [this](std::uint32_t a, std::uint32_t b) {
      return graph_.order.rank[a] < graph_.order.rank[b];
    });
    graph_.loop = graph_.order.head;
    graph_.outer_loop.assign(size, graph_.no_loop());
    std::vector<std::uint32_t> open;
    for (const std::uint32_t v : by_rank) {
      while (!open.empty() && !graph_.order.contains(open.back(), v)) open.pop_back();
      if (graph_.loop[v] != v) continue;
      if (!open.empty()) graph_.outer_loop[v] = open.back();
      open.push_back(v);
    }
  }

  const ProgramImage& image_;
  FunctionGraph graph_;
  std::unordered_map<std::uint32_t, std::uint32_t> vertex_;  ///< by block
  std::vector<std::uint32_t> returns_;
};

}  // namespace

FunctionGraph function_graph(const ProgramImage& image, std::uint32_t entry) {
  return FunctionBuilder(image).build(entry);
}

}  // namespace lanefold
