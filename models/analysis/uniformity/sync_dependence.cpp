// SPDX-License-Identifier: Apache-2.0
// Labels flow from the ways of the branch in weak topological order. A vertex that two labels reach
// is a join, and goes on with a label of its own. Back edges of loops around the branch, and edges
// out of them, wait until the labels of the whole loop are known.
#include "analysis/uniformity/sync_dependence.h"

#include <algorithm>

namespace lanefold {
namespace {

constexpr std::uint32_t kNoLabel = ~std::uint32_t{0};

void sort_unique(std::vector<std::uint32_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

class Labels {
 public:
  Labels(const FunctionGraph& graph, std::uint32_t branch)
      : graph_(graph), branch_(branch), label_(graph.successors.size(), kNoLabel) {
    result_.goes_back = goes_back();
    if (!result_.goes_back) meeting_ = graph.post_dominator[branch];
  }

  SyncDependence run() {
    open_loops();
    const std::uint32_t first = open_.empty() ? branch_ : open_.front().head;
    auto next = std::find(graph_.in_order.begin(), graph_.in_order.end(), first);
    for (; next != graph_.in_order.end(); ++next) {
      while (!open_.empty() && graph_.order.latch[open_.back().head] < graph_.order.rank[*next]) {
        close_loop();
      }
      pass_on(*next);
    }
    while (!open_.empty()) close_loop();
    sort_unique(result_.joins);
    return std::move(result_);
  }

 private:
  struct Exit {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t label;
  };
  /// A loop around the branch.
  struct Loop {
    std::uint32_t head = 0;
    std::vector<std::uint32_t> stay;  ///< labels on its back edges
    std::vector<Exit> exits;          ///< those reached
  };

  /// Whether lanes can go back to the head of a loop around the branch before they come to where
  /// all ways meet. Others, which are there already, do not wait for them then: in a weak
  /// topological order, the head may be that of an inner loop as well.
  bool goes_back() const {
    std::vector<bool> seen(graph_.successors.size());
    std::vector<std::uint32_t> open{branch_};
    while (!open.empty()) {
      const std::uint32_t v = open.back();
      open.pop_back();
      for (const std::uint32_t to : graph_.successors[v]) {
        if (graph_.order.contains(to, branch_) && graph_.order.contains(to, v)) return true;
        if (seen[to] || to == graph_.post_dominator[branch_]) continue;
        seen[to] = true;
        open.push_back(to);
      }
    }
    return false;
  }

  void open_loops() {
    for (std::uint32_t h = graph_.loop[branch_]; h != graph_.no_loop(); h = graph_.outer_loop[h]) {
      open_.push_back({h, {}, {}});
    }
    std::reverse(open_.begin(), open_.end());
  }

  std::uint32_t fresh() { return next_label_++; }

  void pass_on(std::uint32_t v) {
    if (v == branch_) {
      for (const std::uint32_t to : graph_.successors[v]) deliver({v, to, fresh()});
    } else if (label_[v] != kNoLabel && v != meeting_) {
      for (const std::uint32_t to : graph_.successors[v]) deliver({v, to, label_[v]});
    }
  }

  void deliver(const Exit& edge) {
    if (!open_.empty() && !graph_.order.contains(open_.back().head, edge.to)) {
      open_.back().exits.push_back(edge);
    } else if (!open_.empty() && open_.back().head == edge.to) {
      open_.back().stay.push_back(edge.label);
    } else if (graph_.order.contains(edge.to, edge.from)) {
      result_.out_of_step |= label_[edge.to] != edge.label;
    } else if (label_[edge.to] == kNoLabel) {
      label_[edge.to] = edge.label;
    } else if (label_[edge.to] != edge.label) {
      result_.joins.push_back(edge.to);
      label_[edge.to] = fresh();
    }
  }

  void close_loop() {
    Loop loop = std::move(open_.back());
    open_.pop_back();
    sort_unique(loop.stay);
    if (loop.stay.size() > 1) result_.joins.push_back(loop.head);
    const bool parts = std::any_of(loop.exits.begin(), loop.exits.end(), [&](const Exit& exit) {
      return !loop.stay.empty() && (loop.stay.size() > 1 || loop.stay[0] != exit.label);
    });
    if (!parts) {
      for (const Exit& exit : loop.exits) deliver(exit);
      return;
    }
    result_.loops.push_back(loop.head);
    // Lanes that stay can leave by every exit later, whether the branch leads there or not.
    for (const std::uint32_t v : graph_.in_order) {
      if (!graph_.order.contains(loop.head, v)) continue;
      for (const std::uint32_t to : graph_.successors[v]) {
        if (!graph_.order.contains(loop.head, to)) deliver({v, to, fresh()});
      }
    }
  }

  const FunctionGraph& graph_;
  const std::uint32_t branch_;
  std::uint32_t meeting_ = kNoLabel;  ///< where lanes are one again, if there is such a vertex
  std::vector<std::uint32_t> label_;  ///< by vertex
  std::vector<Loop> open_;            ///< that the order has not left yet, the innermost last
  std::uint32_t next_label_ = 0;
  SyncDependence result_;
};

}  // namespace

SyncDependence sync_dependence(const FunctionGraph& graph, std::uint32_t vertex) {
  return Labels(graph, vertex).run();
}

}  // namespace lanefold
