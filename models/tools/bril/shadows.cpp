// SPDX-License-Identifier: Apache-2.0
// Bril's second SSA form.
#include "tools/bril/shadows.h"

#include <algorithm>
#include <map>

#include "tools/bril/blocks.h"

namespace lanefold::bril {
namespace {

Instruction made(Op op, std::optional<unsigned> result, std::vector<unsigned> arguments) {
  Instruction instruction;
  instruction.op = op;
  instruction.result = result;
  instruction.arguments = std::move(arguments);
  return instruction;
}

class ShadowMaker {
 public:
  explicit ShadowMaker(const SsaFunction& ssa)
      : function_(ssa.function),
        blocks_(blocks_of(ssa.function)),
        begin_is_named_(ssa.begin_is_named) {}

  Function make() {
    for (Block& block : blocks_) replace_phis(block);
    for (const auto& [type, variable] : undefined_) {
      std::vector<Instruction>& begin = blocks_.front().body;
      begin.insert(begin.begin(), made(Op::Undef, variable, {}));
    }
    if (begin_is_named_) blocks_.front().label.clear();
    function_.body = body_of(blocks_);
    return std::move(function_);
  }

 private:
  void replace_phis(Block& block) {
    for (std::size_t i = 0; i < block.body.size() && block.body[i].op == Op::Phi; ++i) {
      const Instruction before = block.body[i];
      block.body[i] = made(block.predecessors.empty() ? Op::Undef : Op::Get, before.result, {});
      for (const unsigned predecessor : block.predecessors) {
        Block& from = blocks_[predecessor];
        Instruction set = made(Op::Set, {}, {argument_from(before, from.label)});
        set.shadow = before.result;
        append(from, set);
      }
    }
  }

  unsigned argument_from(const Instruction& phi, const std::string& label) {
    const auto found = std::find(phi.labels.begin(), phi.labels.end(), label);
    if (found != phi.labels.end()) return phi.arguments[found - phi.labels.begin()];
    const Type type = function_.type_of(*phi.result);
    const auto [variable, is_new] = undefined_.try_emplace(type, 0);
    if (is_new) variable->second = function_.fresh("undefined", type);
    return variable->second;
  }

  Function function_;
  std::vector<Block> blocks_;
  const bool begin_is_named_;
  std::map<Type, unsigned> undefined_;  ///< a variable of each type that needs one
};

}  // namespace

Unshadowed unshadowed(const Function& function) {
  Unshadowed plain{function, static_cast<unsigned>(function.variables.size()), {}};
  std::map<unsigned, unsigned> shadows;
  const auto shadow_of = [&](unsigned variable) {
    const auto [shadow, is_new] = shadows.try_emplace(variable, 0);
    if (is_new) {
      const Type type = function.type_of(variable);
      shadow->second = plain.function.fresh(function.name_of(variable), type);
      plain.shadow_of.push_back(variable);
    }
    return shadow->second;
  };
  for (const Instruction& instruction : function.body) {
    if (instruction.op == Op::Get) shadow_of(*instruction.result);
  }
  plain.function.body.clear();
  for (const Instruction& one : function.body) {
    if (one.op == Op::Set && shadows.count(*one.shadow) == 0) continue;  // nothing reads it
    plain.function.body.push_back(one);
    Instruction& last = plain.function.body.back();
    if (one.op == Op::Get) last = made(Op::Id, one.result, {shadow_of(*one.result)});
    if (one.op == Op::Set) last = made(Op::Id, shadow_of(*one.shadow), one.arguments);
    last.place = one.place;
  }
  return plain;
}

Function with_shadows(const SsaFunction& ssa) { return ShadowMaker(ssa).make(); }

}  // namespace lanefold::bril
