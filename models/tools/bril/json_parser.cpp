// SPDX-License-Identifier: Apache-2.0
// From JSON to Bril.
#include <algorithm>

#include "base/text.h"
#include "tools/bril/characters.h"
#include "tools/bril/floats.h"
#include "tools/bril/json_document.h"
#include "tools/bril/json_form.h"
#include "tools/bril/json_keys.h"
#include "tools/bril/operations.h"
#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

class JsonReader {
 public:
  explicit JsonReader(const std::string& file) { program_.file = file; }

  Program read(const Json& json) {
    check_keys(json, ObjectKind::Program);
    for (const Json& import : list(json, "imports")) read_import(import);
    for (const Json& function : list(json, "functions", true)) read_function(function);
    return std::move(program_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw error_at(program_.file, {}, where_ + what);
  }

  void check_keys(const Json& json, ObjectKind kind) const {
    if (!json.is_object()) refuse("expected an object, but found " + in_quotes(json.dump()));
    const std::optional<std::string> wrong = unknown_key(json, kind);
    if (wrong) refuse(*wrong);
  }

  /// Member of an object; null if the object has no such key.
  static const Json& member(const Json& json, const char* key) {
    static const Json kNone;
    const auto found = json.find(key);
    return found == json.end() ? kNone : *found;
  }

  const Json& list(const Json& json, const char* key, bool required = false) const {
    static const Json kEmpty = Json::array();
    const Json& found = member(json, key);
    if (found.is_null() && !required) return kEmpty;
    if (!found.is_array()) refuse(std::string("'") + key + "' is missing or no list");
    return found;
  }

  std::string text(const Json& json, const char* key) const {
    const Json& found = member(json, key);
    if (!found.is_string()) refuse(std::string("'") + key + "' is missing or no text");
    return name(found);
  }

  /// Names are those of the text form, so that each program can be printed.
  std::string name(const Json& json) const {
    if (!json.is_string()) refuse("expected a name, but found " + in_quotes(json.dump()));
    std::string text = json.get<std::string>();
    if (!is_name(text)) refuse(in_quotes(text) + " is no name");
    return text;
  }

  Type type(const Json& json) const {
    if (json.is_null()) refuse("'type' is missing");
    const Json* base = &json;
    unsigned pointers = 0;
    for (; base->is_object() && base->size() == 1 && base->contains("ptr"); ++pointers) {
      base = &(*base)["ptr"];
    }
    const auto found = base->is_string() ? parse_type(base->get<std::string>()) : std::nullopt;
    if (!found) refuse(in_quotes(json.dump()) + " is no type; valid: " + type_names());
    if (pointers > kDeepestPointer) {
      refuse("pointers nest " + std::to_string(kDeepestPointer) + " deep at most");
    }
    return {found->kind(), pointers};
  }

  void declare(unsigned variable, Type type) {
    const std::optional<std::string> wrong = function_->declare(variable, type);
    if (wrong) refuse(*wrong);
  }

  void read_import(const Json& json) {
    where_ = "import " + std::to_string(program_.imports.size() + 1) + ": ";
    check_keys(json, ObjectKind::Import);
    const Json& path = member(json, "path");
    Import import;
    if (path.is_string()) import.path = path.get<std::string>();
    if (!is_path(import.path)) {
      refuse("'path' is " + in_quotes(path.dump()) + ", which is no path");
    }
    import.place = place(member(json, "pos"));
    for (const Json& function : list(json, "functions")) {
      check_keys(function, ObjectKind::ImportedFunction);
      ImportedFunction imported{text(function, "name"), ""};
      if (!member(function, "alias").is_null()) imported.alias = text(function, "alias");
      import.functions.push_back(std::move(imported));
    }
    program_.imports.push_back(std::move(import));
  }

  void read_function(const Json& json) {
    where_ = "function " + std::to_string(program_.functions.size() + 1) + ": ";
    check_keys(json, ObjectKind::Function);
    Function function;
    function.file = program_.file;
    function.place = place(member(json, "pos"));
    function.name = text(json, "name");
    if (program_.find(function.name) != nullptr) {
      refuse("there are two functions '" + function.name + "'");
    }
    program_.functions.push_back(std::move(function));
    function_ = &program_.functions.back();
    if (!member(json, "type").is_null()) function_->type = type(member(json, "type"));
    const Json& instructions = list(json, "instrs");
    for (const Json& parameter : list(json, "args")) {
      enter("parameter", function_->parameters.size());
      read_parameter(parameter);
    }
    for (const Json& instruction : instructions) {
      enter("instruction", function_->body.size());
      read_instruction(instruction);
    }
  }

  /// A part of the function that messages are about from here on.
  void enter(const std::string& part, std::size_t index) {
    where_ = "function '" + function_->name + "', " + part + " " + std::to_string(index + 1) + ": ";
  }

  void read_parameter(const Json& json) {
    check_keys(json, ObjectKind::Parameter);
    const unsigned variable = function_->variable(text(json, "name"));
    if (function_->type_of(variable) != Type::None) {
      refuse("there are two parameters '" + function_->name_of(variable) + "'");
    }
    declare(variable, type(member(json, "type")));
    function_->parameters.push_back(variable);
  }

  void read_instruction(const Json& json) {
    const bool label = json.is_object() && !member(json, "label").is_null();
    check_keys(json, label ? ObjectKind::Label : ObjectKind::Instruction);
    Instruction instruction;
    instruction.place = place(member(json, "pos"));
    if (label) {
      instruction.op = Op::Label;
      instruction.labels = {text(json, "label")};
      function_->body.push_back(std::move(instruction));
      return;
    }
    const Operation* found = find_operation(text(json, "op"));
    if (found == nullptr) {
      refuse("there is no operation " + in_quotes(text(json, "op")) + "; there are " +
             join(operation_names(), ", "));
    }
    instruction.op = found->op;
    if (!member(json, "dest").is_null()) {
      instruction.result = function_->variable(text(json, "dest"));
      declare(*instruction.result, type(member(json, "type")));
    } else if (!member(json, "type").is_null()) {
      refuse("'type' is given, but 'dest' is not");
    }
    read_predicate(instruction, json);
    if (instruction.op == Op::Const) {
      const Json& value = member(json, "value");
      if (instruction.result) {
        instruction.constant = type_of_constant(function_->type_of(*instruction.result), value);
      }
      instruction.value = constant(instruction.constant, value);
      if (instruction.constant == Type::Float) instruction.digits = whole_digits(value.dump());
    }
    read_names(instruction, json);
    function_->body.push_back(std::move(instruction));
  }

  /// "pos", which Bril's tools can add.
  static Place place(const Json& json) {
    const auto number = [&](const char* key) {
      const bool given = json.is_object() && json.contains(key) && json[key].is_number_unsigned();
      return given ? json[key].get<unsigned>() : 0;
    };
    return {number("row"), number("col")};
  }

  /// A variable and "neg" beside it, or a variable with `!` before it. CS 6120's optimiser writes
  /// "undefined" for both where it removes a predicate.
  void read_predicate(Instruction& instruction, const Json& json) {
    const Json& pred = member(json, "pred");
    const Json& neg = member(json, "neg");
    if (pred == "undefined" && neg == "undefined") return;
    if (pred.is_null() && neg.is_null()) return;
    if (pred.is_null()) refuse("'neg' is given, but 'pred' is not");
    if (!pred.is_string()) refuse("'pred' is no text");
    std::string text = pred.get<std::string>();
    const bool marked = starts_with(text, "!");
    if (marked && !neg.is_null()) refuse("'pred' has a '!' already, so it takes no 'neg'");
    if (marked) text.erase(0, 1);
    const bool negated = marked || (!neg.is_null() && truth(neg));
    instruction.predicate = Predicate{function_->variable(name(Json(text))), negated};
  }

  /// The truth value that "neg" has.
  bool truth(const Json& json) const {
    if (json.is_boolean()) return json.get<bool>();
    if (json == "1" || json == 1) return true;
    if (json != "0" && json != 0) {
      refuse("'neg' is " + in_quotes(json.dump()) +
             R"(; valid: "0" and "1", 0 and 1, false and true)");
    }
    return false;
  }

  static Type type_of_constant(Type declared, const Json& value) {
    if (declared != Type::Any) return declared;
    if (value.is_string()) return Type::Char;
    if (value.is_boolean()) return Type::Bool;
    return value.is_number_float() ? Type::Float : Type::Int;
  }

  std::int64_t constant(Type type, const Json& value) const {
    if (value.is_null()) refuse("'value' is missing");
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() ||
                       value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
    if (type == Type::Float && value.is_number()) return bits_of(value.get<double>());
    if (type == Type::Char && value.is_string()) {
      if (const auto code = parse_character(value.get<std::string>())) return *code;
    }
    const bool other = type == Type::Float || type == Type::Char;
    if (other || (type == Type::Bool ? !value.is_boolean() : !fits)) {
      refuse(in_quotes(value.dump()) + " is no constant of type " +
             (type == Type::None ? "int" : name_of(type)));
    }
    return value.is_boolean() ? (value.get<bool>() ? 1 : 0) : value.get<std::int64_t>();
  }

  /// In Bril's first version, labels and the function of a call were among the arguments.
  void read_names(Instruction& instruction, const Json& json) {
    std::vector<std::string> arguments;
    for (const Json& argument : list(json, "args")) arguments.push_back(name(argument));
    for (const Json& label : list(json, "labels")) instruction.labels.push_back(name(label));
    for (const Json& function : list(json, "funcs")) instruction.function = name(function);
    if (list(json, "funcs").size() > 1) refuse("a call has one function");
    std::size_t values = arguments.size();
    if (instruction.labels.empty()) {
      if (instruction.op == Op::Jump) values = 0;
      if (instruction.op == Op::Branch) values = std::min<std::size_t>(values, 1);
    }
    const bool calls = instruction.op == Op::Call && instruction.function.empty();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (calls && i == 0) {
        instruction.function = arguments[i];
      } else if (i >= values) {
        instruction.labels.push_back(arguments[i]);
      } else {
        instruction.arguments.push_back(function_->variable(arguments[i]));
      }
    }
    take_shadow(instruction);
    if (instruction.op != Op::Call && !instruction.function.empty()) {
      refuse("only a call has a function");
    }
  }

  Program program_;
  Function* function_ = nullptr;
  std::string where_;
};

}  // namespace

Program parse_json(std::string_view text, const std::string& file) {
  return JsonReader(file).read(read_json(text, file));
}

}  // namespace lanefold::bril
