// SPDX-License-Identifier: Apache-2.0
// Weak topological order by nested strongly connected components, post-dominators by Lengauer and
// Tarjan.
#include "decisions/divergence/flow_graph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/strong_components.hpp>

#include "lanefold/error.h"

namespace lanefold {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

constexpr unsigned kDeepestNesting = 1000;
constexpr std::uint32_t kOutside = ~std::uint32_t{0};

FlowGraph predecessors_of(const FlowGraph& graph) {
  FlowGraph predecessors(graph.size());
  for (std::uint32_t from = 0; from < graph.size(); ++from) {
    for (const std::uint32_t to : graph[from]) predecessors[to].push_back(from);
  }
  return predecessors;
}

class OrderBuilder {
 public:
  explicit OrderBuilder(const FlowGraph& graph)
      : graph_(graph), predecessors_(predecessors_of(graph)), local_(graph.size(), kOutside) {
    order_.rank.resize(graph.size());
    order_.latch.resize(graph.size());
    order_.head.resize(graph.size(), static_cast<std::uint32_t>(graph.size()));
  }

  WeakTopologicalOrder build() {
    std::vector<std::uint32_t> all(graph_.size());
    for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = v;
    place(all, 0);
    order_.end = position_;
    return std::move(order_);
  }

 private:
  /// Places `vertices`; edges that lead elsewhere are ignored.
  void place(const std::vector<std::uint32_t>& vertices, unsigned depth) {
    if (depth > kDeepestNesting) {
      throw Error(ErrorKind::Program, "loops nest deeper than 1000, which no compiler writes");
    }
    for (const auto& component : components_in_order(vertices)) {
      if (component.size() == 1 && !has_edge(component[0], component[0])) {
        order_.rank[component[0]] = position_++;
      } else {
        place_loop(component, depth);
      }
    }
  }

  void place_loop(const std::vector<std::uint32_t>& component, unsigned depth) {
    const std::uint32_t head = head_of(component);
    for (const std::uint32_t v : component) order_.head[v] = head;  // inner loops overwrite theirs
    order_.rank[head] = position_++;
    std::vector<std::uint32_t> body;
    std::copy_if(component.begin(), component.end(), std::back_inserter(body),
                 [head](std::uint32_t v) { return v != head; });
    if (!body.empty()) place(body, depth + 1);
    order_.latch[head] = position_++;
  }

  /// Strongly connected components of the subgraph, each before those that it leads to.
  std::vector<std::vector<std::uint32_t>> components_in_order(
      const std::vector<std::uint32_t>& vertices) {
    for (std::uint32_t i = 0; i < vertices.size(); ++i) local_[vertices[i]] = i;
    Graph subgraph(vertices.size());
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
      for (const std::uint32_t to : graph_[vertices[i]]) {
        if (local_[to] != kOutside) boost::add_edge(i, local_[to], subgraph);
      }
    }
    for (const std::uint32_t v : vertices) local_[v] = kOutside;

    std::vector<std::uint32_t> component(vertices.size());
    const auto count = static_cast<std::size_t>(boost::strong_components(
        subgraph,
        boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, subgraph))));
    // Tarjan's algorithm numbers components in reverse topological order.
    std::vector<std::vector<std::uint32_t>> ordered(count);
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
      ordered[count - 1 - component[i]].push_back(vertices[i]);
    }
    return ordered;
  }

  bool has_edge(std::uint32_t from, std::uint32_t to) const {
    const auto& successors = graph_[from];
    return std::find(successors.begin(), successors.end(), to) != successors.end();
  }

  /// Where control enters the loop: the first vertex with a predecessor outside it, in order of
  /// address.
  std::uint32_t head_of(const std::vector<std::uint32_t>& component) {
    for (const std::uint32_t v : component) local_[v] = 0;
    std::uint32_t head = kOutside;
    for (const std::uint32_t v : component) {
      const auto& from = predecessors_[v];
      const bool is_entered = v == 0 || std::any_of(from.begin(), from.end(), [&](std::uint32_t p) {
                                return local_[p] == kOutside;
                              });
      if (is_entered) head = std::min(head, v);
    }
    for (const std::uint32_t v : component) local_[v] = kOutside;
    return head == kOutside ? *std::min_element(component.begin(), component.end()) : head;
  }

  const FlowGraph& graph_;
  const FlowGraph predecessors_;
  std::vector<std::uint32_t> local_;  ///< index within the subgraph at hand
  WeakTopologicalOrder order_;
  std::uint32_t position_ = 0;
};

/// Whether a vertex without successors can be reached from each.
std::vector<bool> vertices_that_end(const FlowGraph& graph) {
  const FlowGraph predecessors = predecessors_of(graph);
  std::vector<bool> ends(graph.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    if (!graph[v].empty()) continue;
    ends[v] = true;
    open.push_back(v);
  }
  while (!open.empty()) {
    const std::uint32_t v = open.back();
    open.pop_back();
    for (const std::uint32_t from : predecessors[v]) {
      if (ends[from]) continue;
      ends[from] = true;
      open.push_back(from);
    }
  }
  return ends;
}

}  // namespace

WeakTopologicalOrder weak_topological_order(const FlowGraph& graph) {
  return OrderBuilder(graph).build();
}

std::vector<std::uint32_t> immediate_post_dominators(const FlowGraph& graph) {
  const auto end = static_cast<std::uint32_t>(graph.size());
  const std::vector<bool> ends = vertices_that_end(graph);
  // Edges into endless loops would mislead the algorithm, which expects every vertex to be reached.
  Graph reversed(graph.size() + 1);
  for (std::uint32_t from = 0; from < end; ++from) {
    if (graph[from].empty()) boost::add_edge(end, from, reversed);
    for (const std::uint32_t to : graph[from]) {
      if (ends[to]) boost::add_edge(to, from, reversed);
    }
  }
  std::vector<Graph::vertex_descriptor> dominator(graph.size() + 1, Graph::null_vertex());
  boost::lengauer_tarjan_dominator_tree(
      reversed, static_cast<Graph::vertex_descriptor>(end),
      boost::make_iterator_property_map(dominator.begin(), get(boost::vertex_index, reversed)));
  std::vector<std::uint32_t> result(graph.size(), end);
  for (std::uint32_t v = 0; v < end; ++v) {
    if (dominator[v] != Graph::null_vertex()) result[v] = static_cast<std::uint32_t>(dominator[v]);
  }
  return result;
}

}  // namespace lanefold
