// SPDX-License-Identifier: Apache-2.0
// From Bril to JSON.
#include "tools/bril/characters.h"
#include "tools/bril/floats.h"
#include "tools/bril/json_form.h"
#include "tools/bril/json_writer.h"
#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

/// A name, or {"ptr": type}.
SortedJson json_of_type(Type type) {
  if (type.is_pointer()) return {{"ptr", json_of_type(type.pointee())}};
  return name_of(type);
}

SortedJson constant(const Instruction& instruction) {
  const Type type = instruction.constant;
  if (!instruction.digits.empty()) return SortedJson::parse(instruction.digits);
  if (type == Type::Bool) return instruction.value != 0;
  if (type == Type::Float) return float_of(instruction.value);
  if (type == Type::Char) return utf8_of(instruction.value);
  return instruction.value;
}

class JsonPrinter {
 public:
  explicit JsonPrinter(Positions positions) : positions_(positions) {}

  SortedJson json_of(const Import& import) const {
    SortedJson json{{"path", import.path}, {"functions", SortedJson::array()}};
    for (const ImportedFunction& function : import.functions) {
      SortedJson one{{"name", function.name}};
      if (!function.alias.empty()) one["alias"] = function.alias;
      json["functions"].push_back(std::move(one));
    }
    add_position(json, import.place);
    return json;
  }

  SortedJson json_of(const Function& function) const {
    SortedJson json{{"name", function.name}, {"instrs", SortedJson::array()}};
    for (const unsigned parameter : function.parameters) {
      const SortedJson type = json_of_type(function.type_of(parameter));
      json["args"].push_back({{"name", function.name_of(parameter)}, {"type", type}});
    }
    if (function.type != Type::None) json["type"] = json_of_type(function.type);
    for (const Instruction& instruction : function.body) {
      json["instrs"].push_back(json_of(function, instruction));
      add_position(json["instrs"].back(), instruction.place);
    }
    add_position(json, function.place);
    return json;
  }

 private:
  void add_position(SortedJson& json, const Place& place) const {
    if (positions_ == Positions::LeftOut || place.line == 0) return;
    json["pos"] = {{"row", place.line}, {"col", place.column}};
  }

  static SortedJson json_of(const Function& function, const Instruction& instruction) {
    SortedJson json;
    if (instruction.op == Op::Label) {
      json["label"] = instruction.labels.front();
      return json;
    }
    const Type type = instruction.result ? function.type_of(*instruction.result) : Type::None;
    if (instruction.result) {
      json["dest"] = function.name_of(*instruction.result);
      json["type"] = json_of_type(type);
    }
    json["op"] = operation(instruction.op).name;
    if (instruction.op == Op::Const) json["value"] = constant(instruction);
    if (instruction.predicate) {
      json["pred"] = function.name_of(instruction.predicate->variable);
      json["neg"] = instruction.predicate->negated ? "1" : "0";
    }
    if (instruction.shadow) json["args"].push_back(function.name_of(*instruction.shadow));
    for (const unsigned argument : instruction.arguments) {
      json["args"].push_back(function.name_of(argument));
    }
    if (!instruction.labels.empty()) json["labels"] = instruction.labels;
    if (!instruction.function.empty()) json["funcs"] = {instruction.function};
    return json;
  }

  Positions positions_;
};

}  // namespace

std::string json_of(const Program& program, Positions positions) {
  const JsonPrinter printer(positions);
  SortedJson json{{"functions", SortedJson::array()}};
  for (const Import& import : program.imports) json["imports"].push_back(printer.json_of(import));
  for (const Function& function : program.functions) {
    json["functions"].push_back(printer.json_of(function));
  }
  return written(json) + "\n";
}

}  // namespace lanefold::bril
