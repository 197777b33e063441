// SPDX-License-Identifier: Apache-2.0
// Which keys the objects of Bril's JSON may have.
#include "tools/bril/json_keys.h"

#include <algorithm>

#include "base/text.h"
#include "tools/bril/operations.h"

namespace lanefold::bril {
namespace {

using Keys = std::vector<std::string>;

Keys keys_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::Program:
      return {"functions", "imports"};
    case ObjectKind::Import:
      return {"path", "functions"};
    case ObjectKind::ImportedFunction:
      return {"name", "alias"};
    case ObjectKind::Function:
      return {"name", "args", "type", "instrs"};
    case ObjectKind::Parameter:
      return {"name", "type"};
    case ObjectKind::Label:
      return {"label"};
    default:  // Instruction
      return {"op", "dest", "type", "args", "funcs", "labels", "pred", "neg"};
  }
}

const char* name_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::Program:
      return "a program";
    case ObjectKind::Import:
      return "an import";
    case ObjectKind::ImportedFunction:
      return "an imported function";
    case ObjectKind::Function:
      return "a function";
    case ObjectKind::Parameter:
      return "a parameter";
    case ObjectKind::Label:
      return "a label";
    default:
      return "an instruction";
  }
}

/// nullptr if the object names none.
const Operation* operation_of(const Json& instruction) {
  const auto op = instruction.find("op");
  const bool named = op != instruction.end() && op->is_string();
  return named ? find_operation(op->get<std::string>()) : nullptr;
}

}  // namespace

std::optional<std::string> unknown_key(const Json& object, ObjectKind kind) {
  Keys keys = keys_of(kind);
  std::string name = name_of(kind);
  if (kind == ObjectKind::Instruction) {
    const Operation* operation = operation_of(object);
    if (operation != nullptr) name = in_quotes(operation->name);
    if (operation == nullptr || operation->op == Op::Const) keys.emplace_back("value");
    if (operation == nullptr) keys.emplace_back("label");
  }
  for (const char* position : {"pos", "pos_end", "src"}) keys.emplace_back(position);
  for (const auto& [key, value] : object.items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    return name + " has no key " + in_quotes(key) + "; valid: " + join(keys, ", ");
  }
  return {};
}

}  // namespace lanefold::bril
