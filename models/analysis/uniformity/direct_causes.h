// SPDX-License-Identifier: Apache-2.0
// What makes a value divergent at once: one step of a chain.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "analysis/uniformity/divergence_rule.h"
#include "analysis/uniformity/value_uniformity.h"

namespace lanefold {

struct DivergenceStep {
  std::uint32_t pc = 0;
  DivergenceRule rule = DivergenceRule::Unknown;
  bool operator==(const DivergenceStep& other) const {
    return pc == other.pc && rule == other.rule;
  }
};

/// What a step of a chain is about: a value where it is seen, or a branch.
struct CauseNode {
  std::uint32_t f = 0;
  std::uint32_t vertex = 0;  ///< where the value is seen, or that ends with the branch
  ValueId id = kNoValue;     ///< none: a branch
  bool operator==(const CauseNode& other) const {
    return std::tie(f, vertex, id) == std::tie(other.f, other.vertex, other.id);
  }
};

struct DirectCause {
  DivergenceStep step;
  std::vector<CauseNode> from;  ///< divergent themselves; none where divergence begins
};

/// Refers to its arguments.
class DirectCauses {
 public:
  DirectCauses(const ProgramImage& image, const ProgramValues& program,
               const ValueUniformity& classes)
      : image_(image), program_(program), classes_(classes) {}

  /// Of a divergent value or branch. All that may have made it divergent first is part of it, so
  /// that every chain has an end.
  DirectCause of(const CauseNode& node) const;

 private:
  const ValueTable& table(const CauseNode& node) const { return program_.functions[node.f]; }
  const BlockFlow& block(const CauseNode& node, std::uint32_t vertex) const {
    return image_.flow.blocks[table(node).graph.blocks[vertex]];
  }
  std::uint32_t pc_of(const CauseNode& node, std::uint32_t vertex) const;
  std::uint32_t pc_behind(const CauseNode& node, std::uint32_t vertex) const;
  void add(std::vector<CauseNode>& nodes, const CauseNode& node) const;

  DirectCause of_value(const CauseNode& node, const Value& value) const;
  DirectCause of_branch(const CauseNode& node) const;
  DirectCause of_entry(const CauseNode& node, const Value& value) const;
  DirectCause of_phi(const CauseNode& node, const Value& value) const;
  DirectCause of_call(const CauseNode& node, const Value& value) const;
  DirectCause of_result(const CauseNode& node, const Value& value) const;
  DivergenceRule rule_of(const CauseNode& node, const Instruction& instruction,
                         const Uses& uses) const;
  DivergenceRule rule_of_load(const CauseNode& node, const Instruction& instruction,
                              const Uses& uses) const;

  const ProgramImage& image_;
  const ProgramValues& program_;
  const ValueUniformity& classes_;
};

}  // namespace lanefold
