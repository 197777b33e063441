// SPDX-License-Identifier: Apache-2.0
// A breadth-first search backward, from where divergence begins to all that comes from there. Each
// value and branch is looked at once, however many instructions there are.
#include "analysis/uniformity/divergence_causes.h"

#include <algorithm>

namespace lanefold {

DivergenceCauses::DivergenceCauses(const ProgramImage& image, const ProgramValues& program,
                                   const ValueUniformity& classes)
    : program_(program), classes_(classes) {
  add_instructions();
  measure(follow(DirectCauses(image, program, classes)));
}

std::size_t DivergenceCauses::Hash::operator()(const CauseNode& node) const {
  constexpr std::size_t kOdd = 0x9e3779b97f4a7c15;
  return ((node.f * kOdd + node.vertex) * kOdd + node.id) * kOdd >> 16U;
}

std::vector<CauseNode> DivergenceCauses::divergent_values(std::uint32_t f, std::uint32_t vertex,
                                                          std::uint32_t position) const {
  const Uses& uses = program_.functions[f].uses[vertex][position];
  std::vector<CauseNode> nodes;
  const auto add = [&](ValueId id) {
    if (id != kNoValue && classes_.at(f, id, vertex).is_divergent()) {
      nodes.push_back({f, vertex, id});
    }
  };
  add(uses.result);
  if (uses.result == kNoValue) std::for_each(uses.sources.begin(), uses.sources.end(), add);
  return nodes;
}

void DivergenceCauses::add_instructions() {
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
    const ValueTable& table = program_.functions[f];
    for (std::uint32_t v = 0; v < table.graph.blocks.size(); ++v) {
      for (std::uint32_t i = 0; i < table.uses[v].size(); ++i) {
        for (const CauseNode& node : divergent_values(f, v, i)) link_of(node);
      }
    }
  }
}

std::uint32_t DivergenceCauses::link_of(const CauseNode& node) {
  const auto [known, is_new] = index_.emplace(node, static_cast<std::uint32_t>(links_.size()));
  if (is_new) links_.push_back({node, {}, kNone, kNone});
  return known->second;
}

DivergenceCauses::Edges DivergenceCauses::follow(const DirectCauses& direct) {
  Edges edges;
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const DirectCause cause = direct.of(links_[i].node);
    links_[i].step = cause.step;
    edges.emplace_back();
    for (const CauseNode& from : cause.from) edges.back().push_back(link_of(from));
  }
  return edges;
}

void DivergenceCauses::measure(const Edges& edges) {
  Edges back(links_.size());
  std::vector<std::uint32_t> reached;
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    for (const std::uint32_t from : edges[i]) back[from].push_back(i);
    if (!edges[i].empty()) continue;
    links_[i].distance = 0;
    reached.push_back(i);
  }
  for (std::size_t at = 0; at < reached.size(); ++at) {
    for (const std::uint32_t to : back[reached[at]]) {
      if (links_[to].distance != kNone) continue;
      links_[to].distance = links_[reached[at]].distance + 1;
      reached.push_back(to);
    }
  }
  for (const std::uint32_t i : reached) {
    const auto nearer = std::find_if(edges[i].begin(), edges[i].end(), [&](std::uint32_t from) {
      return links_[from].distance + 1 == links_[i].distance;
    });
    if (nearer != edges[i].end()) links_[i].next = *nearer;
  }
}

std::vector<DivergenceStep> DivergenceCauses::of(std::uint32_t f, std::uint32_t vertex,
                                                 std::uint32_t position) const {
  std::uint32_t link = kNone;
  for (const CauseNode& node : divergent_values(f, vertex, position)) {
    const std::uint32_t known = index_.at(node);
    if (link == kNone || links_[known].distance < links_[link].distance) link = known;
  }
  std::vector<DivergenceStep> chain;
  for (; link != kNone; link = links_[link].next) chain.push_back(links_[link].step);
  return chain;
}

}  // namespace lanefold
