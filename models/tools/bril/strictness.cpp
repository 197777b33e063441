// SPDX-License-Identifier: Apache-2.0
// Whether each use of a variable surely finds a value.
#include "tools/bril/strictness.h"

#include <algorithm>

#include "tools/bril/blocks.h"
#include "tools/bril/operations.h"
#include "tools/bril/shadows.h"

namespace lanefold::bril {

std::optional<unsigned> variable_without_value(const Function& shadowed) {
  const Unshadowed plain = unshadowed(shadowed);
  const Function& function = plain.function;
  const std::vector<Block> blocks = blocks_of(function);
  for (const Block& block : blocks) {
    for (const Instruction& phi : block.body) {
      const bool lacks = phi.labels.empty() || phi.labels.size() != block.predecessors.size();
      if (phi.op == Op::Phi && lacks) return phi.result;
    }
  }
  VariableSet unset = liveness_of(blocks, function.variables.size()).in[0];
  for (const unsigned parameter : function.parameters) unset.reset(parameter);
  const auto first = unset.find_first();
  if (first == VariableSet::npos) return {};
  return plain.owner(static_cast<unsigned>(first));
}

bool speculates(const Function& function) {
  return std::any_of(function.body.begin(), function.body.end(),
                     [](const Instruction& one) { return speculates(one.op); });
}

bool has_any(const Function& function) {
  return function.type.kind() == Type::Any ||
         std::any_of(function.variables.begin(), function.variables.end(),
                     [](const Variable& one) { return one.type.kind() == Type::Any; });
}

bool has_undefined(const Function& function) {
  return std::any_of(function.body.begin(), function.body.end(),
                     [](const Instruction& one) { return one.op == Op::Undef; });
}

std::optional<std::string> why_left_alone(const Function& function) {
  if (speculates(function)) return "it speculates";
  if (has_any(function)) return "it has values of type any";
  if (has_undefined(function)) return "it has undefined values";
  const std::optional<unsigned> variable = variable_without_value(function);
  if (!variable) return {};
  return "'" + function.name_of(*variable) + "' may have no value where it is used";
}

}  // namespace lanefold::bril
