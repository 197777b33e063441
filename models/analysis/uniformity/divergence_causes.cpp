// SPDX-License-Identifier: Apache-2.0
// A breadth-first search from the instruction through what makes its value divergent.
#include "analysis/uniformity/divergence_causes.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "decisions/execute/float_csr.h"

namespace lanefold {
namespace {

struct RuleText {
  const char* name;
  const char* sentence;
};
constexpr std::array<RuleText, kDivergenceRules> kRules = {{
    {"work_item", "the work-item's identity"},
    {"load", "lanes load from addresses of their own"},
    {"rewritten", "lanes load at different times"},
    {"private", "private memory of unknown content"},
    {"atomic", "each lane gets what the one before has left"},
    {"snoop", "a snoop hits in some lanes"},
    {"float_state", "each lane rounds as it pleases"},
    {"nonlinear", "the stride between lanes is lost"},
    {"operand", "made of a divergent value"},
    {"join", "values meet of lanes that took different ways"},
    {"loop_exit", "lanes left the loop in different iterations"},
    {"out_of_step", "values meet of lanes that are not in step"},
    {"branch", "lanes decide by values of their own"},
    {"call", "passed to a function, or returned by one"},
    {"unknown", "a jump has targets that are not known"},
}};

/// What a step of the chain is about.
struct Node {
  std::uint32_t f = 0;
  std::uint32_t vertex = 0;  ///< where the value is seen, or that ends with the branch
  ValueId id = kNoValue;     ///< none: a branch
  bool operator<(const Node& other) const {
    return std::tie(f, vertex, id) < std::tie(other.f, other.vertex, other.id);
  }
};

struct Cause {
  DivergenceStep step;
  std::vector<Node> from;  ///< divergent themselves; none where divergence begins
};

class Search {
 public:
  Search(const ProgramImage& image, const ProgramValues& program, const ValueUniformity& classes)
      : image_(image), program_(program), classes_(classes) {}

  std::vector<DivergenceStep> from(const std::vector<Node>& first) {
    for (const Node& node : first) visit(node, kStart);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const Cause cause = cause_of(reached_[next].node);
      reached_[next].step = cause.step;
      if (cause.from.empty()) return chain_to(next);
      for (const Node& node : cause.from) visit(node, next);
    }
    return {};
  }

 private:
  static constexpr std::size_t kStart = ~std::size_t{0};
  struct Reached {
    Node node;
    std::size_t before = kStart;
    DivergenceStep step;
  };

  void visit(const Node& node, std::size_t before) {
    if (seen_.insert(node).second) reached_.push_back({node, before, {}});
  }

  std::vector<DivergenceStep> chain_to(std::size_t last) const {
    std::vector<DivergenceStep> chain;
    for (std::size_t at = last; at != kStart; at = reached_[at].before) {
      chain.push_back(reached_[at].step);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  const ValueTable& table(const Node& node) const { return program_.functions[node.f]; }
  const BlockFlow& block(const Node& node, std::uint32_t vertex) const {
    return image_.flow.blocks[table(node).graph.blocks[vertex]];
  }
  /// The pc at which a vertex begins; the end of a function is after its first return.
  std::uint32_t pc_of(const Node& node, std::uint32_t vertex) const {
    const FunctionGraph& graph = table(node).graph;
    if (vertex == graph.end) return pc_behind(node, graph.predecessors[vertex].front());
    return image_.flow.base + 4 * block(node, vertex).first;
  }
  std::uint32_t pc_behind(const Node& node, std::uint32_t vertex) const {
    return image_.flow.base + 4 * block(node, vertex).last;
  }

  void add(std::vector<Node>& nodes, const Node& node) const {
    if (classes_.at(node.f, node.id, node.vertex).is_divergent()) nodes.push_back(node);
  }

  /// All that may have made it divergent first is followed, so that every chain has an end.
  Cause cause_of(const Node& node) const {
    if (node.id == kNoValue) return cause_of_branch(node);
    const std::vector<Node> left_by =
        branches(node, classes_.left_by(node.f, node.id, node.vertex));
    if (!classes_.of(node.f, node.id).is_divergent()) {
      return {{pc_of(node, node.vertex), DivergenceRule::LoopExit}, left_by};
    }
    Cause cause = cause_of_value(node, table(node).value(node.id));
    if (!cause.from.empty()) cause.from.insert(cause.from.end(), left_by.begin(), left_by.end());
    return cause;
  }

  Cause cause_of_value(const Node& node, const Value& value) const {
    switch (value.kind) {
      case Value::Kind::Entry:
        return cause_of_entry(node, value);
      case Value::Kind::Phi:
        return cause_of_phi(node, value);
      case Value::Kind::Call:
        return cause_of_call(node, value);
      case Value::Kind::Lost:
        return {{image_.code[value.place].pc, DivergenceRule::Private}, {}};
      default:
        return cause_of_result(node, value);
    }
  }

  static std::vector<Node> branches(const Node& node, const std::vector<std::uint32_t>& vertices) {
    std::vector<Node> nodes(vertices.size());
    std::transform(vertices.begin(), vertices.end(), nodes.begin(), [&](std::uint32_t vertex) {
      return Node{node.f, vertex, kNoValue};
    });
    return nodes;
  }

  Cause cause_of_branch(const Node& node) const {
    Cause cause{{pc_behind(node, node.vertex), DivergenceRule::Branch}, {}};
    if (classes_.branch_begins(node.f, node.vertex)) return cause;
    for (const ValueId source : table(node).uses[node.vertex].back().sources) {
      if (source != kNoValue) add(cause.from, {node.f, node.vertex, source});
    }
    return cause;
  }

  Cause cause_of_entry(const Node& node, const Value& value) const {
    const std::uint32_t pc = table(node).graph.entry;
    if (value.variable >= kRegisterRows) return {{pc, DivergenceRule::Private}, {}};
    if (classes_.out_of_step(node.f, value)) return {{pc, DivergenceRule::OutOfStep}, {}};
    Cause cause{{pc, DivergenceRule::Call}, {}};
    for (const CallSite& site : program_.callers[node.f]) {
      const auto& arguments = program_.functions[site.caller].arguments[site.vertex];
      if (!arguments.empty()) {
        add(cause.from, {site.caller, site.vertex, arguments[value.variable]});
      }
    }
    return cause;
  }

  Cause cause_of_phi(const Node& node, const Value& value) const {
    const std::uint32_t pc = pc_of(node, value.place);
    const auto& parted_by = classes_.parted_by(node.f, value.place);
    if (classes_.out_of_step(node.f, value)) return {{pc, DivergenceRule::OutOfStep}, {}};
    const auto rule = parted_by.empty() ? DivergenceRule::Operand : DivergenceRule::Join;
    Cause cause{{pc, rule}, branches(node, parted_by)};
    for (const std::uint32_t p : table(node).graph.predecessors[value.place]) {
      const auto& exit = table(node).exit[p];
      if (!exit.empty()) add(cause.from, {node.f, value.place, exit[value.variable]});
    }
    return cause;
  }

  Cause cause_of_call(const Node& node, const Value& value) const {
    const std::uint32_t callee = program_.index.at(*table(node).graph.calls[value.place]);
    const ValueTable& called = program_.functions[callee];
    return {{pc_behind(node, value.place), DivergenceRule::Call},
            {{callee, called.graph.end, called.entry[called.graph.end][value.variable]}}};
  }

  Cause cause_of_result(const Node& node, const Value& value) const {
    const Instruction& instruction = image_.code[value.place];
    const std::uint32_t first = block(node, value.vertex).first;
    const Uses& uses = table(node).uses[value.vertex][value.place - first];
    Cause cause{{instruction.pc, rule_of(node, instruction, uses)}, {}};
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

  DivergenceRule rule_of(const Node& node, const Instruction& instruction, const Uses& uses) const {
    switch (instruction.kind) {
      case InstructionClass::Csr:
        return is_float_csr(static_cast<std::uint32_t>(instruction.imm))
                   ? DivergenceRule::FloatState
                   : DivergenceRule::WorkItem;
      case InstructionClass::Atomic:
        return DivergenceRule::Atomic;
      case InstructionClass::Load:
        return rule_of_load(node, instruction, uses);
      default:
        return rounds_by_lane(instruction, image_.traits) ? DivergenceRule::FloatState
                                                          : DivergenceRule::Operand;
    }
  }

  DivergenceRule rule_of_load(const Node& node, const Instruction& instruction,
                              const Uses& uses) const {
    if (instruction.snoops) return DivergenceRule::Snoop;
    if (reads_slot(table(node), uses)) return DivergenceRule::Operand;
    if (program_.may_be_private[node.f][uses.sources[0]]) return DivergenceRule::Private;
    const std::uint32_t vertex = table(node).value(uses.result).vertex;
    const bool one_address = classes_.at(node.f, uses.sources[0], vertex).is_uniform();
    return one_address ? DivergenceRule::Rewritten : DivergenceRule::Load;
  }

  const ProgramImage& image_;
  const ProgramValues& program_;
  const ValueUniformity& classes_;
  std::vector<Reached> reached_;
  std::set<Node> seen_;
};

}  // namespace

const char* name_of(DivergenceRule rule) { return kRules[static_cast<std::size_t>(rule)].name; }
const char* describe(DivergenceRule rule) {
  return kRules[static_cast<std::size_t>(rule)].sentence;
}

std::vector<DivergenceStep> find_cause(const ProgramImage& image, const ProgramValues& program,
                                       const ValueUniformity& classes, std::uint32_t f,
                                       std::uint32_t vertex, std::uint32_t position) {
  const Uses& uses = program.functions[f].uses[vertex][position];
  std::vector<Node> first;
  const auto add = [&](ValueId id) {
    if (id != kNoValue && classes.at(f, id, vertex).is_divergent())
      first.push_back({f, vertex, id});
  };
  add(uses.result);
  if (uses.result == kNoValue) {
    for (const ValueId source : uses.sources) add(source);
  }
  return Search(image, program, classes).from(first);
}

}  // namespace lanefold
