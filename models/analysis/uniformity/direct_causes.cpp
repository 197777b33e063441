// SPDX-License-Identifier: Apache-2.0
// Rules by the kind of value.
#include "analysis/uniformity/direct_causes.h"

#include <algorithm>

#include "analysis/uniformity/private_rule.h"
#include "decisions/execute/float_csr.h"

namespace lanefold {
namespace {

std::vector<CauseNode> branches(const CauseNode& node, const std::vector<std::uint32_t>& vertices) {
  std::vector<CauseNode> nodes(vertices.size());
  std::transform(vertices.begin(), vertices.end(), nodes.begin(), [&](std::uint32_t vertex) {
    return CauseNode{node.f, vertex, kNoValue};
  });
  return nodes;
}

DivergenceRule rule_of_csr(std::uint32_t csr) {
  if (is_float_csr(csr)) return DivergenceRule::FloatState;
  return csr == static_cast<std::uint32_t>(WorkItemCsr::SnoopHit) ? DivergenceRule::Snoop
                                                                  : DivergenceRule::WorkItem;
}

}  // namespace

/// The pc at which a vertex begins; the end of a function is after its first return.
std::uint32_t DirectCauses::pc_of(const CauseNode& node, std::uint32_t vertex) const {
  const FunctionGraph& graph = table(node).graph;
  if (vertex == graph.end) return pc_behind(node, graph.predecessors[vertex].front());
  return image_.flow.base + 4 * block(node, vertex).first;
}
std::uint32_t DirectCauses::pc_behind(const CauseNode& node, std::uint32_t vertex) const {
  return image_.flow.base + 4 * block(node, vertex).last;
}

void DirectCauses::add(std::vector<CauseNode>& nodes, const CauseNode& node) const {
  if (classes_.at(node.f, node.id, node.vertex).is_divergent()) nodes.push_back(node);
}

DirectCause DirectCauses::of(const CauseNode& node) const {
  if (node.id == kNoValue) return of_branch(node);
  const std::vector<CauseNode> left_by =
      branches(node, classes_.left_by(node.f, node.id, node.vertex));
  if (!classes_.of(node.f, node.id).is_divergent()) {
    return {{pc_of(node, node.vertex), DivergenceRule::LoopExit}, left_by};
  }
  DirectCause cause = of_value(node, table(node).value(node.id));
  if (!cause.from.empty()) cause.from.insert(cause.from.end(), left_by.begin(), left_by.end());
  return cause;
}

DirectCause DirectCauses::of_value(const CauseNode& node, const Value& value) const {
  switch (value.kind) {
    case Value::Kind::Entry:
      return of_entry(node, value);
    case Value::Kind::Phi:
      return of_phi(node, value);
    case Value::Kind::Call:
      return of_call(node, value);
    case Value::Kind::Lost:
      return {{image_.code[value.place].pc, DivergenceRule::Behind}, {}};
    default:
      return of_result(node, value);
  }
}

DirectCause DirectCauses::of_branch(const CauseNode& node) const {
  DirectCause cause{{pc_behind(node, node.vertex), DivergenceRule::Branch}, {}};
  if (classes_.branch_begins(node.f, node.vertex)) return cause;
  for (const ValueId source : table(node).uses[node.vertex].back().sources) {
    if (source != kNoValue) add(cause.from, {node.f, node.vertex, source});
  }
  return cause;
}

DirectCause DirectCauses::of_entry(const CauseNode& node, const Value& value) const {
  const std::uint32_t pc = table(node).graph.entry;
  if (classes_.out_of_step(node.f, value)) return {{pc, DivergenceRule::OutOfStep}, {}};
  DirectCause cause{{pc, DivergenceRule::Call}, {}};
  for (const CallSite& site : program_.callers[node.f]) {
    if (program_.functions[site.caller].arguments[site.vertex].empty()) continue;
    const auto passed = passed_value(program_, node.f, value.variable, site);
    if (!passed) return {{pc, DivergenceRule::Behind}, {}};
    add(cause.from, {site.caller, site.vertex, *passed});
  }
  if (cause.from.empty()) cause.step.rule = DivergenceRule::Behind;
  return cause;
}

DirectCause DirectCauses::of_phi(const CauseNode& node, const Value& value) const {
  const std::uint32_t pc = pc_of(node, value.place);
  const auto& parted_by = classes_.parted_by(node.f, value.place);
  if (classes_.out_of_step(node.f, value)) return {{pc, DivergenceRule::OutOfStep}, {}};
  const auto rule = parted_by.empty() ? DivergenceRule::Operand : DivergenceRule::Join;
  DirectCause cause{{pc, rule}, branches(node, parted_by)};
  for (const std::uint32_t p : table(node).graph.predecessors[value.place]) {
    const auto& exit = table(node).exit[p];
    if (!exit.empty()) add(cause.from, {node.f, value.place, exit[value.variable]});
  }
  return cause;
}

DirectCause DirectCauses::of_call(const CauseNode& node, const Value& value) const {
  const std::uint32_t callee = program_.index.at(*table(node).graph.calls[value.place]);
  const ValueTable& called = program_.functions[callee];
  return {{pc_behind(node, value.place), DivergenceRule::Call},
          {{callee, called.graph.end, called.entry[called.graph.end][value.variable]}}};
}

DirectCause DirectCauses::of_result(const CauseNode& node, const Value& value) const {
  const Instruction& instruction = image_.code[value.place];
  const std::uint32_t first = block(node, value.vertex).first;
  const Uses& uses = table(node).uses[value.vertex][value.place - first];
  DirectCause cause{{instruction.pc, rule_of(node, instruction, uses)}, {}};
  if (cause.step.rule != DivergenceRule::Operand && cause.step.rule != DivergenceRule::Load) {
    return cause;
  }
  const bool begins = classes_.begins(node.f, node.id);
  if (begins && cause.step.rule == DivergenceRule::Operand) {
    cause.step.rule = DivergenceRule::Nonlinear;
  }
  if (begins) return cause;
  if (value.loaded != kNoValue) {
    add(cause.from, {node.f, value.vertex, value.loaded});
  } else {
    for (const ValueId source : uses.sources) {
      if (source != kNoValue) add(cause.from, {node.f, value.vertex, source});
    }
  }
  return cause;
}

DivergenceRule DirectCauses::rule_of(const CauseNode& node, const Instruction& instruction,
                                     const Uses& uses) const {
  switch (instruction.kind) {
    case InstructionClass::Csr:
      return rule_of_csr(static_cast<std::uint32_t>(instruction.imm));
    case InstructionClass::Atomic:
      return DivergenceRule::Atomic;
    case InstructionClass::Load:
      return rule_of_load(node, instruction, uses);
    default:
      return rounds_by_lane(instruction, image_.traits) ? DivergenceRule::FloatState
                                                        : DivergenceRule::Operand;
  }
}

DivergenceRule DirectCauses::rule_of_load(const CauseNode& node, const Instruction& instruction,
                                          const Uses& uses) const {
  if (instruction.snoops) return DivergenceRule::Snoop;
  if (reads_slot(table(node), uses)) return DivergenceRule::Operand;
  if (program_.may_be_private[node.f][uses.sources[0]]) {
    return private_rule(image_, program_, node.f, uses.sources[0]);
  }
  const std::uint32_t vertex = table(node).value(uses.result).vertex;
  const bool one_address = classes_.at(node.f, uses.sources[0], vertex).is_uniform();
  return one_address ? DivergenceRule::Rewritten : DivergenceRule::Load;
}

}  // namespace lanefold
