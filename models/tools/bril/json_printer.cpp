// SPDX-License-Identifier: Apache-2.0
// From Bril to JSON.
#include <nlohmann/json.hpp>

#include "tools/bril/json_form.h"
#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Function& function, const Instruction& instruction) {
  Json json;
  if (instruction.op == Op::Label) {
    json["label"] = instruction.labels.front();
    return json;
  }
  if (instruction.result) {
    json["dest"] = function.name_of(*instruction.result);
    json["type"] = name_of(function.type_of(*instruction.result));
  }
  json["op"] = operation(instruction.op).name;
  if (instruction.op == Op::Const) {
    const bool truth = instruction.result && function.type_of(*instruction.result) == Type::Bool;
    json["value"] = truth ? Json(instruction.value != 0) : Json(instruction.value);
  }
  if (instruction.predicate) {
    json["pred"] = function.name_of(instruction.predicate->variable);
    json["neg"] = instruction.predicate->negated ? "1" : "0";
  }
  for (const unsigned argument : instruction.arguments) {
    json["args"].push_back(function.name_of(argument));
  }
  if (!instruction.labels.empty()) json["labels"] = instruction.labels;
  if (!instruction.function.empty()) json["funcs"] = {instruction.function};
  return json;
}

}  // namespace

std::string json_of(const Program& program) {
  Json json;
  json["functions"] = Json::array();
  for (const Function& function : program.functions) {
    Json one;
    one["name"] = function.name;
    for (const unsigned parameter : function.parameters) {
      one["args"].push_back(
          {{"name", function.name_of(parameter)}, {"type", name_of(function.type_of(parameter))}});
    }
    if (function.type != Type::None) one["type"] = name_of(function.type);
    one["instrs"] = Json::array();
    for (const Instruction& instruction : function.body) {
      one["instrs"].push_back(json_of(function, instruction));
    }
    json["functions"].push_back(std::move(one));
  }
  return json.dump(2) + "\n";
}

}  // namespace lanefold::bril
