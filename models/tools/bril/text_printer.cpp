// SPDX-License-Identifier: Apache-2.0
// From Bril to text.
#include "tools/bril/characters.h"
#include "tools/bril/floats.h"
#include "tools/bril/operations.h"
#include "tools/bril/text_form.h"

namespace lanefold::bril {
namespace {

std::string declaration(const Function& function, unsigned variable) {
  return function.name_of(variable) + ": " + name_of(function.type_of(variable));
}

std::string constant(const Instruction& instruction) {
  const Type type = instruction.constant;
  if (type == Type::Bool) return instruction.value != 0 ? " true" : " false";
  if (!instruction.digits.empty()) return " " + instruction.digits;
  if (type == Type::Float) return " " + shortest(float_of(instruction.value));
  if (type == Type::Char) return " " + literal_of(instruction.value);
  return " " + std::to_string(instruction.value);
}

/// The arguments of a phi each with its label, unless Bril's tools would not do it.
std::string arguments(const Function& function, const Instruction& instruction, TextStyle style) {
  std::string text;
  const bool paired = style == TextStyle::Readable && instruction.op == Op::Phi &&
                      instruction.labels.size() == instruction.arguments.size();
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

std::string text_of(const Function& function, const Instruction& instruction, TextStyle style) {
  if (instruction.op == Op::Label) return "." + instruction.labels.front() + ":";
  std::string text;
  if (instruction.predicate) {
    text += instruction.predicate->negated ? "(!" : "(";
    text += function.name_of(instruction.predicate->variable) + ") ";
  }
  if (instruction.result) text += declaration(function, *instruction.result) + " = ";
  text += operation(instruction.op).name;
  if (instruction.op == Op::Const) text += constant(instruction);
  if (!instruction.function.empty()) text += " @" + instruction.function;
  if (instruction.shadow) text += " " + function.name_of(*instruction.shadow);
  return text + arguments(function, instruction, style) + ";";
}

std::string text_of(const Function& function, TextStyle style) {
  std::string text = "@" + function.name;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + declaration(function, function.parameters[i]);
  }
  if (!function.parameters.empty()) text += ")";
  if (function.type != Type::None) text += std::string(": ") + name_of(function.type);
  text += " {\n";
  for (const Instruction& instruction : function.body) {
    text +=
        (instruction.op == Op::Label ? "" : "  ") + text_of(function, instruction, style) + "\n";
  }
  return text + "}\n";
}

std::string text_of(const Import& import) {
  std::string text = "from \"" + import.path + "\" import";
  for (const ImportedFunction& function : import.functions) {
    text += (&function == &import.functions.front() ? " @" : ", @") + function.name;
    if (!function.alias.empty()) text += " as @" + function.alias;
  }
  return text + ";\n";
}

std::string text_of(const Program& program, TextStyle style) {
  std::string text;
  for (const Import& import : program.imports) text += text_of(import);
  for (const Function& function : program.functions) {
    text += (text.empty() || style == TextStyle::Reference ? "" : "\n") + text_of(function, style);
  }
  return text;
}

}  // namespace lanefold::bril
