// SPDX-License-Identifier: Apache-2.0
// Types that values of Bril's type any turn out to have in a run.
#include "tools/bril/dynamic_types.h"

#include <algorithm>

#include "tools/bril/operations.h"
#include "tools/bril/strictness.h"

namespace lanefold::bril {
namespace {

bool has_bits(Type type) { return type == Type::Int || type == Type::Float; }

/// Of the arguments of a load, a store, a free or a ptradd, whose first one has this type.
std::vector<Type> types_around_pointer(Op op, Type pointer) {
  if (op == Op::Store) return {pointer, pointee_of(pointer)};
  if (op == Op::PointerAdd) return {pointer, Type::Int};
  return {pointer};
}

/// Any where nothing is wanted.
std::vector<Type> wanted_types(const Program& program, const Function& function,
                               const Instruction& instruction, const Value& first) {
  switch (instruction.op) {
    case Op::Alloc:
      return {Type::Int};
    case Op::Bitcast: {
      const Type result = function.type_of(*instruction.result);
      return {has_bits(result) && has_bits(first.type) ? first.type : result};
    }
    case Op::Set: {
      const Type shadow = function.type_of(*instruction.shadow);
      return {shadow == Type::None ? Type(Type::Any) : shadow};
    }
    case Op::Return:
      if (instruction.arguments.empty()) return {};
      return {function.type};
    case Op::Call: {
      std::vector<Type> types;
      const Function& called = *program.find(instruction.function);
      for (const unsigned one : called.parameters) types.push_back(called.type_of(one));
      return types;
    }
    case Op::Free:
    case Op::Load:
    case Op::Store:
    case Op::PointerAdd:
      return types_around_pointer(instruction.op, first.type);
    default:
      return operation(instruction.op).arguments;
  }
}

bool wants_pointer(Op op) {
  return op == Op::Free || op == Op::Load || op == Op::Store || op == Op::PointerAdd;
}

std::string mismatch(const Function& function, unsigned variable, Type type,
                     const std::string& wanted) {
  return "'" + function.name_of(variable) + "' has a value of type " + name_of(type) +
         " here, not " + wanted;
}

}  // namespace

bool is_dynamic(const Program& program, const Function& function) {
  return has_any(function) ||
         std::any_of(function.body.begin(), function.body.end(), [&](const Instruction& one) {
           return one.op == Op::Call && program.find(one.function)->type.kind() == Type::Any;
         });
}

std::optional<std::string> wrong_argument(const Program& program, const Function& function,
                                          const Instruction& instruction,
                                          const std::vector<Value>& values) {
  if (instruction.arguments.empty()) return {};
  const unsigned pointer = instruction.arguments.front();
  const Value& first = values[pointer];
  if (first.present && wants_pointer(instruction.op) && !first.type.is_pointer()) {
    return mismatch(function, pointer, first.type, "a pointer");
  }
  const std::vector<Type> wanted = wanted_types(program, function, instruction, first);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const unsigned variable = instruction.arguments[i];
    const Value& value = values[variable];
    if (!value.present || wanted[i] == Type::Any || value.type == wanted[i]) continue;
    return mismatch(function, variable, value.type, name_of(wanted[i]));
  }
  return {};
}

std::optional<std::string> wrong_result(const Function& function, const Instruction& instruction,
                                        const std::vector<Value>& values) {
  if (!instruction.result) return {};
  const Type wanted = function.type_of(*instruction.result);
  const Value& value = values[*instruction.result];
  if (!value.present || wanted == Type::Any || value.type == wanted) return {};
  return "it gives a value of type " + name_of(value.type) + " here, not " + name_of(wanted);
}

}  // namespace lanefold::bril
