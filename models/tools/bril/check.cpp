// SPDX-License-Identifier: Apache-2.0
// The types of Bril programs.
#include "tools/bril/check.h"

#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "tools/bril/operations.h"
#include "tools/bril/text_form.h"
#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string of_type(Type type) {
  return type == Type::None ? "nothing" : std::string("a value of type ") + name_of(type);
}

class Checker {
 public:
  Checker(const Program& program, const Function& function)
      : program_(program), function_(function) {}

  void check() {
    for (const Instruction& instruction : function_.body) {
      if (instruction.op != Op::Label) continue;
      const std::string& label = instruction.labels.front();
      if (!labels_.insert(label).second) {
        refuse(instruction, "there are two labels '" + label + "'");
      }
    }
    check_gets();
    Op before = Op::Label;
    for (const Instruction& instruction : function_.body) {
      check(instruction);
      if (instruction.op == Op::Phi && before != Op::Phi && before != Op::Label) {
        refuse(instruction, "phis come first behind a label");
      }
      before = instruction.op;
    }
  }

 private:
  [[noreturn]] void refuse(const Instruction& instruction, const std::string& what) const {
    throw error_at(function_.file, instruction.place,
                   in_quotes(text_of(function_, instruction)) + " in function '" + function_.name +
                       "': " + what);
  }

  /// A shadow is read in one place.
  void check_gets() const {
    std::unordered_set<unsigned> read;
    for (const Instruction& instruction : function_.body) {
      if (instruction.op != Op::Get || !instruction.result) continue;
      if (read.insert(*instruction.result).second) continue;
      refuse(instruction, "there are two gets of '" + function_.name_of(*instruction.result) + "'");
    }
  }

  void check_set(const Instruction& instruction) const {
    check_result(instruction, Type::None);
    if (!instruction.shadow || instruction.arguments.size() != 1) {
      const std::size_t given = instruction.arguments.size() + (instruction.shadow ? 1 : 0);
      refuse(instruction, "it takes 2 arguments, not " + std::to_string(given));
    }
    const Type shadow = function_.type_of(*instruction.shadow);
    if (shadow != Type::None) check_arguments(instruction, {shadow});
  }

  void check(const Instruction& instruction) const {
    if (instruction.op == Op::Label) return;
    for (const unsigned argument : instruction.arguments) declared(instruction, argument);
    if (instruction.predicate) check_predicate(instruction);
    check_labels(instruction);
    if (operation(instruction.op).special) return check_special(instruction);
    const Operation& op = operation(instruction.op);
    check_arguments(instruction, op.arguments);
    check_result(instruction, op.result);
  }

  void declared(const Instruction& instruction, unsigned variable) const {
    if (function_.type_of(variable) != Type::None) return;
    refuse(instruction, "nothing declares '" + function_.name_of(variable) + "'");
  }

  void check_predicate(const Instruction& instruction) const {
    const unsigned variable = instruction.predicate->variable;
    declared(instruction, variable);
    if (!operation(instruction.op).predicated) {
      refuse(instruction, std::string("'") + operation(instruction.op).name +
                              "' takes no predicate; vector operations do");
    }
    if (function_.type_of(variable) != Type::Pred) {
      refuse(instruction, "a predicate is of type pred, and '" + function_.name_of(variable) +
                              "' is of type " + name_of(function_.type_of(variable)));
    }
  }

  void check_labels(const Instruction& instruction) const {
    const bool one = instruction.op == Op::Jump || instruction.op == Op::Guard;
    const std::size_t wanted = one                            ? 1
                               : instruction.op == Op::Branch ? 2
                               : instruction.op == Op::Phi    ? instruction.arguments.size()
                                                              : 0;
    if (instruction.op == Op::Phi && instruction.labels.empty() && wanted != 0) {
      refuse(instruction, "it says for no argument which label it comes from, as in phi a .l b .m");
    }
    if (instruction.labels.size() != wanted) {
      refuse(instruction, "it takes " + counted(wanted, "label") + ", not " +
                              std::to_string(instruction.labels.size()));
    }
    for (const std::string& label : instruction.labels) {
      if (labels_.count(label) == 0) refuse(instruction, "there is no label '" + label + "'");
    }
  }

  void check_count(const Instruction& instruction, std::size_t count) const {
    if (instruction.arguments.size() == count) return;
    refuse(instruction, "it takes " + counted(count, "argument") + ", not " +
                            std::to_string(instruction.arguments.size()));
  }

  void check_arguments(const Instruction& instruction, const std::vector<Type>& types) const {
    check_count(instruction, types.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
      const unsigned argument = instruction.arguments[i];
      if (may_be(function_.type_of(argument), types[i])) continue;
      const bool scalar = types[i] == Type::Vector && function_.type_of(argument) == Type::Int;
      refuse(instruction, "'" + function_.name_of(argument) + "' is of type " +
                              name_of(function_.type_of(argument)) + ", not " + name_of(types[i]) +
                              (scalar ? "; s2vb makes a vector of it, and --scalar-operands reads "
                                        "it as one"
                                      : ""));
    }
  }

  void check_result(const Instruction& instruction, Type type) const {
    const Type given = instruction.result ? function_.type_of(*instruction.result) : Type::None;
    if (given == type || may_be(given, type)) return;
    refuse(instruction, "it gives " + of_type(type) + ", not " + of_type(given));
  }

  void check_special(const Instruction& instruction) const {
    const Type given = instruction.result ? function_.type_of(*instruction.result) : Type::None;
    switch (instruction.op) {
      case Op::Const:
        if (given != Type::Int && given != Type::Bool && given != Type::Float &&
            given != Type::Char && given != Type::Any) {
          refuse(instruction, "a constant needs a result of type int, bool, float, char or any");
        }
        return check_arguments(instruction, {});
      case Op::Bitcast:
        return check_bitcast(instruction, given);
      case Op::Id:
        if (given == Type::None) refuse(instruction, "it needs a result");
        return check_arguments(instruction, {given});
      case Op::Phi:
        if (given == Type::None) refuse(instruction, "it needs a result");
        check_sources(instruction);
        return check_arguments(instruction, std::vector<Type>(instruction.arguments.size(), given));
      case Op::Get:
      case Op::Undef:
        if (given == Type::None) refuse(instruction, "it needs a result");
        return check_arguments(instruction, {});
      case Op::Set:
        return check_set(instruction);
      case Op::Alloc:
        if (!given.is_pointer()) refuse(instruction, "it gives a pointer, not " + of_type(given));
        return check_arguments(instruction, {Type::Int});
      case Op::Free:
        pointer_of(instruction, 1);
        return check_result(instruction, Type::None);
      case Op::Load:
        return check_result(instruction, pointee_of(pointer_of(instruction, 1)));
      case Op::Store: {
        const Type pointer = pointer_of(instruction, 2);
        check_arguments(instruction, {pointer, pointee_of(pointer)});
        return check_result(instruction, Type::None);
      }
      case Op::PointerAdd: {
        const Type pointer = pointer_of(instruction, 2);
        check_arguments(instruction, {pointer, Type::Int});
        return check_result(instruction, pointer);
      }
      case Op::Call:
        return check_call(instruction);
      case Op::Return:
        check_result(instruction, Type::None);
        return check_arguments(instruction, function_.type == Type::None
                                                ? std::vector<Type>{}
                                                : std::vector<Type>{function_.type});
      default:  // Print
        return check_result(instruction, Type::None);
    }
  }

  void check_bitcast(const Instruction& instruction, Type given) const {
    check_count(instruction, 1);
    const Type type = function_.type_of(instruction.arguments.front());
    const auto has_bits = [](Type one) { return one == Type::Int || one == Type::Float; };
    if (given == Type::Any) refuse(instruction, "it needs to know the type of its result");
    if (may_be(given, type) || (has_bits(given) && has_bits(type))) return;
    refuse(instruction, "bits are those of an int and a float, or of one type, not of " +
                            name_of(type) + " and " + of_type(given));
  }

  /// Type of the first of so many arguments, which is a pointer, or any.
  Type pointer_of(const Instruction& instruction, std::size_t count) const {
    check_count(instruction, count);
    const unsigned first = instruction.arguments.front();
    const Type type = function_.type_of(first);
    if (!type.is_pointer() && type != Type::Any) {
      refuse(instruction,
             "'" + function_.name_of(first) + "' is of type " + name_of(type) + ", not a pointer");
    }
    return type;
  }

  /// One label may not stand for two values of a phi.
  void check_sources(const Instruction& phi) const {
    std::unordered_map<std::string, unsigned> from;
    for (std::size_t i = 0; i < phi.labels.size(); ++i) {
      const unsigned first = from.emplace(phi.labels[i], phi.arguments[i]).first->second;
      if (first == phi.arguments[i]) continue;
      refuse(phi, "label '" + phi.labels[i] + "' has two arguments, '" + function_.name_of(first) +
                      "' and '" + function_.name_of(phi.arguments[i]) + "'");
    }
  }

  void check_call(const Instruction& instruction) const {
    if (instruction.function.empty()) refuse(instruction, "it names no function");
    const Function* called = program_.find(instruction.function);
    if (called == nullptr)
      refuse(instruction, "there is no function '" + instruction.function + "'");
    std::vector<Type> types;
    for (const unsigned parameter : called->parameters) types.push_back(called->type_of(parameter));
    check_arguments(instruction, types);
    check_result(instruction, called->type);
  }

  const Program& program_;
  const Function& function_;
  std::unordered_set<std::string> labels_;
};

}  // namespace

void check(const Program& program) {
  for (const Function& function : program.functions) {
    if (function.name == "main" && function.type != Type::None) {
      throw error_at(
          function.file, function.place,
          std::string("main returns no value, but is declared as ") + name_of(function.type));
    }
    for (const unsigned parameter : function.parameters) {
      if (function.name != "main" || function.type_of(parameter) != Type::Any) continue;
      throw error_at(function.file, function.place,
                     "main takes no value of type any, as parameter '" +
                         function.name_of(parameter) + "' wants");
    }
    Checker(program, function).check();
  }
}

}  // namespace lanefold::bril
