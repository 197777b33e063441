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
    throw error_at(program_.file, instruction.place,
                   in_quotes(text_of(function_, instruction)) + " in function '" + function_.name +
                       "': " + what);
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
    const std::size_t wanted = instruction.op == Op::Jump     ? 1
                               : instruction.op == Op::Branch ? 2
                               : instruction.op == Op::Phi    ? instruction.arguments.size()
                                                              : 0;
    if (instruction.labels.size() != wanted) {
      refuse(instruction, "it takes " + counted(wanted, "label") + ", not " +
                              std::to_string(instruction.labels.size()));
    }
    for (const std::string& label : instruction.labels) {
      if (labels_.count(label) == 0) refuse(instruction, "there is no label '" + label + "'");
    }
  }

  void check_arguments(const Instruction& instruction, const std::vector<Type>& types) const {
    if (instruction.arguments.size() != types.size()) {
      refuse(instruction, "it takes " + counted(types.size(), "argument") + ", not " +
                              std::to_string(instruction.arguments.size()));
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
      const unsigned argument = instruction.arguments[i];
      if (function_.type_of(argument) == types[i]) continue;
      refuse(instruction, "'" + function_.name_of(argument) + "' is of type " +
                              name_of(function_.type_of(argument)) + ", not " + name_of(types[i]));
    }
  }

  void check_result(const Instruction& instruction, Type type) const {
    const Type given = instruction.result ? function_.type_of(*instruction.result) : Type::None;
    if (given == type) return;
    refuse(instruction, "it gives " + of_type(type) + ", not " + of_type(given));
  }

  void check_special(const Instruction& instruction) const {
    const Type given = instruction.result ? function_.type_of(*instruction.result) : Type::None;
    switch (instruction.op) {
      case Op::Const:
        if (given != Type::Int && given != Type::Bool) {
          refuse(instruction, "a constant needs a result of type int or bool");
        }
        return check_arguments(instruction, {});
      case Op::Id:
        if (given == Type::None) refuse(instruction, "it needs a result");
        return check_arguments(instruction, {given});
      case Op::Phi:
        if (given == Type::None) refuse(instruction, "it needs a result");
        check_sources(instruction);
        return check_arguments(instruction, std::vector<Type>(instruction.arguments.size(), given));
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
    // The value of a function may be left alone.
    if (instruction.result) check_result(instruction, called->type);
  }

  const Program& program_;
  const Function& function_;
  std::unordered_set<std::string> labels_;
};

}  // namespace

void check(const Program& program) {
  for (const Function& function : program.functions) Checker(program, function).check();
}

}  // namespace lanefold::bril
