// SPDX-License-Identifier: Apache-2.0
// From text to Bril.
#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/text.h"
#include "tools/bril/operations.h"
#include "tools/bril/text_form.h"
#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

class TextParser {
 public:
  TextParser(std::string_view text, const std::string& file) : tokens_(text, file) {
    program_.file = file;
  }

  Program parse() {
    while (tokens_.peek().kind != Token::Kind::End) parse_function();
    return std::move(program_);
  }

 private:
  Token word(const std::string& what) {
    Token token = tokens_.take();
    if (token.kind != Token::Kind::Word) tokens_.refuse(token, what);
    return token;
  }

  /// The name without the sign that may stand before it.
  std::string name(const std::string& what, char sign) {
    const Token token = word(what);
    std::string bare = token.text[0] == sign ? token.text.substr(1) : token.text;
    if (!is_name(bare)) tokens_.refuse(token, what);
    return bare;
  }

  std::string variable_name() { return name("the name of a variable", '\0'); }
  unsigned variable() { return function_->variable(variable_name()); }

  Type type() {
    const Token token = word("a type: int, bool, vector or pred");
    const std::optional<Type> found = parse_type(token.text);
    if (!found) tokens_.refuse(token, "a type: int, bool, vector or pred");
    return *found;
  }

  void declare(unsigned variable, Type type, const Place& place) {
    const std::optional<std::string> wrong = function_->declare(variable, type);
    if (wrong) throw error_at(tokens_.file(), place, *wrong);
  }

  void parse_function() {
    const Place place = tokens_.peek().place;
    Function function;
    function.name = name("a function, as in @main", '@');
    function.place = place;
    if (program_.find(function.name) != nullptr) {
      throw error_at(tokens_.file(), place, "there are two functions '" + function.name + "'");
    }
    program_.functions.push_back(std::move(function));
    function_ = &program_.functions.back();
    if (tokens_.take_if('(')) parse_parameters();
    if (tokens_.take_if(':')) function_->type = type();
    tokens_.expect('{', "before the instructions of a function");
    while (!tokens_.take_if('}')) parse_instruction();
  }

  void parse_parameters() {
    while (!tokens_.take_if(')')) {
      if (!function_->parameters.empty()) tokens_.expect(',', "between parameters");
      const Place place = tokens_.peek().place;
      const unsigned parameter = variable();
      if (function_->type_of(parameter) != Type::None) {
        throw error_at(tokens_.file(), place,
                       "there are two parameters '" + function_->name_of(parameter) + "'");
      }
      tokens_.expect(':', "before the type of a parameter");
      declare(parameter, type(), place);
      function_->parameters.push_back(parameter);
    }
  }

  void parse_instruction() {
    Instruction instruction;
    instruction.place = tokens_.peek().place;
    if (tokens_.take_if('(')) {
      const bool negated = tokens_.take_if('!');
      instruction.predicate = Predicate{variable(), negated};
      tokens_.expect(')', "after a predicate");
    }
    const Token first = word("an instruction, a label or '}'");
    if (tokens_.take_if(':')) {
      if (is_label(first)) return end_label(instruction, first);
      parse_result(instruction, first);
    } else {
      parse_operation(instruction, first);
    }
    tokens_.expect(';', "after an instruction");
    function_->body.push_back(std::move(instruction));
  }

  /// A word and a colon: a declaration goes on with a type and `=`.
  bool is_label(const Token& first) const {
    if (first.text[0] == '.' || tokens_.peek().kind != Token::Kind::Word) return true;
    Tokens ahead = tokens_;
    ahead.take();
    return !ahead.peek().is('=');
  }

  void end_label(Instruction& instruction, const Token& name) {
    const std::string bare = name.text[0] == '.' ? name.text.substr(1) : name.text;
    if (!is_name(bare)) tokens_.refuse(name, "a label");
    if (instruction.predicate) {
      throw error_at(tokens_.file(), instruction.place, "a label has no predicate");
    }
    instruction.op = Op::Label;
    instruction.labels = {bare};
    function_->body.push_back(std::move(instruction));
  }

  void parse_result(Instruction& instruction, const Token& name) {
    if (!is_name(name.text)) tokens_.refuse(name, "the name of a variable");
    instruction.result = function_->variable(name.text);
    declare(*instruction.result, type(), name.place);
    tokens_.expect('=', "after the type of a result");
    parse_operation(instruction, word("an operation"));
  }

  void parse_operation(Instruction& instruction, const Token& name) {
    const Operation* found = find_operation(name.text);
    if (found == nullptr) {
      throw error_at(tokens_.file(), name.place,
                     "there is no operation " + in_quotes(name.text) + "; there are " +
                         join(operation_names(), ", "));
    }
    instruction.op = found->op;
    if (instruction.op == Op::Const) return parse_constant(instruction);
    parse_arguments(instruction);
  }

  void parse_constant(Instruction& instruction) {
    const Token token = tokens_.take();
    const bool truth = token.text == "true" || token.text == "false";
    if (token.kind != Token::Kind::Number && !truth) {
      tokens_.refuse(token, "a number, true or false");
    }
    const Type type = instruction.result ? function_->type_of(*instruction.result) : Type::None;
    if (type != Type::None && type != (truth ? Type::Bool : Type::Int)) {
      throw error_at(tokens_.file(), token.place,
                     in_quotes(token.text) + " is no constant of type " + bril::name_of(type));
    }
    errno = 0;
    instruction.value =
        truth ? (token.text == "true" ? 1 : 0) : std::strtoll(token.text.c_str(), nullptr, 10);
    if (errno != 0) {
      throw error_at(tokens_.file(), token.place,
                     in_quotes(token.text) + " is not between -2^63 and 2^63 - 1");
    }
  }

  /// Signs say what is a label and what is a function. Old programs have none: the position says
  /// it.
  void parse_arguments(Instruction& instruction) {
    std::vector<Token> words;
    while (!tokens_.peek().is(';')) words.push_back(word("an argument or ';'"));
    const bool signs = std::any_of(words.begin(), words.end(),
                                   [](const Token& word) { return word.text[0] == '.'; });
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool old_label =
          !signs && (instruction.op == Op::Jump || (instruction.op == Op::Branch && i > 0) ||
                     (instruction.op == Op::Phi && i % 2 == 1));
      const bool old_function = instruction.op == Op::Call && i == 0;
      take_argument(instruction, words[i], old_label, old_function);
    }
  }

  void take_argument(Instruction& instruction, const Token& word, bool old_label,
                     bool old_function) {
    const char sign = word.text[0];
    const std::string bare = word.text.substr(sign == '.' || sign == '@' ? 1 : 0);
    if (!is_name(bare)) tokens_.refuse(word, "a name");
    if (sign == '.' || (old_label && sign != '@')) {
      instruction.labels.push_back(bare);
    } else if (sign != '@' && !old_function) {
      instruction.arguments.push_back(function_->variable(bare));
    } else if (instruction.op == Op::Call && instruction.function.empty()) {
      instruction.function = bare;
    } else {
      throw error_at(tokens_.file(), word.place, "a function only stands behind call, once");
    }
  }

  Tokens tokens_;
  Program program_;
  Function* function_ = nullptr;
};

}  // namespace

Program parse_text(std::string_view text, const std::string& file) {
  return TextParser(text, file).parse();
}

}  // namespace lanefold::bril
