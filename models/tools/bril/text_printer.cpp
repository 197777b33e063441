// SPDX-License-Identifier: Apache-2.0
// From Bril to text.
#include "tools/bril/operations.h"
#include "tools/bril/text_form.h"

namespace lanefold::bril {
namespace {

std::string declaration(const Function& function, unsigned variable) {
  return function.name_of(variable) + ": " + name_of(function.type_of(variable));
}

std::string constant(const Function& function, const Instruction& instruction) {
  const bool truth = instruction.result && function.type_of(*instruction.result) == Type::Bool;
  if (truth) return instruction.value != 0 ? " true" : " false";
  return " " + std::to_string(instruction.value);
}

/// The arguments of a phi each with its label.
std::string arguments(const Function& function, const Instruction& instruction) {
  std::string text;
  const bool paired =
      instruction.op == Op::Phi && instruction.labels.size() == instruction.arguments.size();
  for (std::size_t i = 0; i < instruction.arguments.size(); ++i) {
    text += " " + function.name_of(instruction.arguments[i]);
    if (paired) text += " ." + instruction.labels[i];
  }
  if (!paired) {
    for (const std::string& label : instruction.labels) text += " ." + label;
  }
  return text;
}

}  // namespace

std::string text_of(const Function& function, const Instruction& instruction) {
  if (instruction.op == Op::Label) return "." + instruction.labels.front() + ":";
  std::string text;
  if (instruction.predicate) {
    text += instruction.predicate->negated ? "(!" : "(";
    text += function.name_of(instruction.predicate->variable) + ") ";
  }
  if (instruction.result) text += declaration(function, *instruction.result) + " = ";
  text += operation(instruction.op).name;
  if (instruction.op == Op::Const) text += constant(function, instruction);
  if (!instruction.function.empty()) text += " @" + instruction.function;
  return text + arguments(function, instruction) + ";";
}

std::string text_of(const Function& function) {
  std::string text = "@" + function.name;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + declaration(function, function.parameters[i]);
  }
  if (!function.parameters.empty()) text += ")";
  if (function.type != Type::None) text += std::string(": ") + name_of(function.type);
  text += " {\n";
  for (const Instruction& instruction : function.body) {
    text += (instruction.op == Op::Label ? "" : "  ") + text_of(function, instruction) + "\n";
  }
  return text + "}\n";
}

std::string text_of(const Program& program) {
  std::string text;
  for (const Function& function : program.functions) {
    text += (text.empty() ? "" : "\n") + text_of(function);
  }
  return text;
}

}  // namespace lanefold::bril
