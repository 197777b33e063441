// SPDX-License-Identifier: Apache-2.0
// Which vectors have the same value in every lane.
#include "tools/bril/divergence.h"

#include <algorithm>

#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

bool has_lanes(Type type) { return type == Type::Vector || type == Type::Pred; }

}  // namespace

Divergence::Divergence(const SsaFunction& ssa)
    : function_(ssa.function),
      divergent_(function_.variables.size()),
      definition_(function_.variables.size()),
      uses_(function_.variables.size()) {
  for (const unsigned parameter : function_.parameters) {
    divergent_[parameter] = has_lanes(function_.type_of(parameter));
  }
  for (const Instruction& instruction : function_.body) find_uses(instruction);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& instruction : function_.body) {
      if (!instruction.result || divergent_[*instruction.result]) continue;
      if (!has_lanes(function_.type_of(*instruction.result))) continue;
      if (!makes_divergent(instruction)) continue;
      divergent_[*instruction.result] = true;
      changed = true;
    }
  }
}

void Divergence::find_uses(const Instruction& instruction) {
  if (instruction.result) definition_[*instruction.result] = &instruction;
  for_each_use(instruction, [&](unsigned variable) { uses_[variable].push_back(&instruction); });
}

bool Divergence::makes_divergent(const Instruction& instruction) const {
  if (instruction.op == Op::VectorLoad || instruction.op == Op::Load) return true;
  if (instruction.op == Op::Call) return true;
  if (instruction.op == Op::Pack && !same(instruction)) return true;
  if (instruction.predicate && divergent_[instruction.predicate->variable] &&
      !predicate_is_idle(instruction)) {
    return true;
  }
  return std::any_of(instruction.arguments.begin(), instruction.arguments.end(),
                     [&](unsigned argument) { return divergent_[argument]; });
}

bool Divergence::predicate_is_idle(const Instruction& instruction) const {
  if (!instruction.predicate || !instruction.result) return false;
  if (instruction.op == Op::VectorDiv || instruction.op == Op::Gather) return false;
  if (instruction.op == Op::VectorLoad) return false;
  const auto& uses = uses_[*instruction.result];
  return std::all_of(uses.begin(), uses.end(), [&](const Instruction* use) {
    return looks_only_at(*use, *instruction.result, *instruction.predicate);
  });
}

bool Divergence::looks_only_at(const Instruction& use, unsigned variable,
                               const Predicate& lanes) const {
  if (use.predicate && use.predicate->variable == variable) return false;
  if (use.predicate && *use.predicate == lanes) return true;
  if (use.op != Op::Select || use.arguments[0] != lanes.variable) return false;
  return use.arguments[lanes.negated ? 1 : 2] != variable;
}

/// Four times the same variable, or constants of one value.
bool Divergence::same(const Instruction& pack) const {
  const auto equal = [&](unsigned a, unsigned b) {
    const std::optional<std::int64_t> value = constant(a);
    return root(a) == root(b) || (value && value == constant(b));
  };
  return std::all_of(pack.arguments.begin(), pack.arguments.end(),
                     [&](unsigned argument) { return equal(argument, pack.arguments[0]); });
}

/// What it is a copy of.
unsigned Divergence::root(unsigned variable) const {
  for (std::size_t steps = 0; steps < definition_.size(); ++steps) {
    const Instruction* definition = definition_[variable];
    if (definition == nullptr || definition->op != Op::Id) break;
    variable = definition->arguments[0];
  }
  return variable;
}

std::optional<std::int64_t> Divergence::constant(unsigned variable) const {
  const Instruction* definition = definition_[root(variable)];
  if (definition == nullptr || definition->op != Op::Const) return {};
  return definition->value;
}

}  // namespace lanefold::bril
