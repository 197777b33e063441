// SPDX-License-Identifier: Apache-2.0
// From text to Bril.
#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/text.h"
#include "tools/bril/characters.h"
#include "tools/bril/floats.h"
#include "tools/bril/operations.h"
#include "tools/bril/text_form.h"
#include "tools/bril/tokens.h"

namespace lanefold::bril {
namespace {

/// A phi that has no `.`, so that what its words are is known when all labels are.
struct UnsignedPhi {
  std::size_t position = 0;  ///< in the body
  std::vector<Token> words;
};

class TextParser {
 public:
  TextParser(std::string_view text, const std::string& file) : tokens_(text, file) {
    program_.file = file;
  }

  Program parse() {
    while (tokens_.peek().kind != Token::Kind::End) {
      is_import() ? parse_import() : parse_function();
    }
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
    const std::string wanted = std::string("a type: ") + type_names();
    unsigned pointers = 0;
    Token token = word(wanted);
    for (; token.text == "ptr"; token = word(wanted)) {
      if (++pointers > kDeepestPointer) {
        throw error_at(tokens_.file(), token.place,
                       "pointers nest " + std::to_string(kDeepestPointer) + " deep at most");
      }
      tokens_.expect('<', "after ptr");
    }
    const std::optional<Type> found = parse_type(token.text);
    if (!found) tokens_.refuse(token, wanted);
    for (unsigned i = 0; i < pointers; ++i) tokens_.expect('>', "after the type of a pointer");
    return {found->kind(), pointers};
  }

  void declare(unsigned variable, Type type, const Place& place) {
    const std::optional<std::string> wrong = function_->declare(variable, type);
    if (wrong) throw error_at(tokens_.file(), place, *wrong);
  }

  /// A function of Bril's first version can be called `from`, too.
  bool is_import() const {
    if (tokens_.peek().text != "from") return false;
    Tokens ahead = tokens_;
    ahead.take();
    return ahead.peek().kind == Token::Kind::Path;
  }

  void parse_import() {
    Import import;
    import.place = tokens_.take().place;
    const std::string path = tokens_.take().text;
    import.path = path.substr(1, path.size() - 2);
    const Token keyword = tokens_.take();
    if (keyword.text != "import") tokens_.refuse(keyword, "'import' after a path");
    while (!tokens_.take_if(';')) {
      if (!import.functions.empty()) tokens_.expect(',', "or ';' after an imported function");
      ImportedFunction function{name("a function, as in @main", '@'), ""};
      if (tokens_.peek().text == "as") {
        tokens_.take();
        function.alias = name("a function, as in @main", '@');
      }
      import.functions.push_back(std::move(function));
    }
    program_.imports.push_back(std::move(import));
  }

  void parse_function() {
    const Place place = tokens_.peek().place;
    Function function;
    function.file = program_.file;
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
    for (const UnsignedPhi& phi : unsigned_phis_) take_names(phi);
    unsigned_phis_.clear();
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
    if (!words_of_phi_.empty()) {
      unsigned_phis_.push_back({function_->body.size() - 1, std::move(words_of_phi_)});
      words_of_phi_.clear();
    }
  }

  /// A word and a colon: a declaration goes on with a type and `=`.
  bool is_label(const Token& first) const {
    if (first.text[0] == '.' || tokens_.peek().kind != Token::Kind::Word) return true;
    Tokens ahead = tokens_;
    ahead.take();
    return !ahead.peek().is('=') && !ahead.peek().is('<');
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
      if (!instruction.result && tokens_.peek().is('=')) {
        throw error_at(tokens_.file(), name.place,
                       "a result has a type, as in " + in_quotes(name.text + ": int = …"));
      }
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
    Type type = instruction.result ? function_->type_of(*instruction.result) : Type::None;
    const auto fail = [&](const std::string& what) {
      throw error_at(tokens_.file(), token.place, in_quotes(token.text) + " is " + what);
    };
    const std::vector<Type> types = types_of(token);
    if (types.empty()) tokens_.refuse(token, "a number, true, false or a character");
    if (type == Type::None) {  // a constant needs a result, as check() says
      instruction.value = std::strtoll(token.text.c_str(), nullptr, 10);
      return;
    }
    if (type == Type::Any) type = types.front();
    instruction.constant = type;
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      fail("no constant of type " + bril::name_of(type));
    }
    errno = 0;
    if (type == Type::Bool) {
      instruction.value = token.text == "true" ? 1 : 0;
    } else if (type == Type::Char) {
      instruction.value = character_of_literal(token.text);
    } else if (type == Type::Int) {
      instruction.value = std::strtoll(token.text.c_str(), nullptr, 10);
      if (errno != 0) fail("not between -2^63 and 2^63 - 1");
    } else {
      instruction.digits = whole_digits(token.text);
      const std::optional<double> number =
          parse_float(instruction.digits.empty() ? token.text : instruction.digits);
      if (!number) fail("beyond the range of float");
      instruction.value = bits_of(*number);
    }
  }

  /// Types whose constants are written like this.
  static std::vector<Type> types_of(const Token& token) {
    if (token.kind == Token::Kind::Number) return {Type::Int, Type::Float};
    if (token.kind == Token::Kind::Decimal) return {Type::Float};
    if (token.kind == Token::Kind::Character) return {Type::Char};
    if (token.text == "true" || token.text == "false") return {Type::Bool};
    return {};
  }

  /// Signs say what is a label and what is a function. Old programs have none: the position says
  /// it.
  void parse_arguments(Instruction& instruction) {
    std::vector<Token> words;
    while (!tokens_.peek().is(';')) words.push_back(word("an argument or ';'"));
    const bool signs = std::any_of(words.begin(), words.end(),
                                   [](const Token& word) { return word.text[0] == '.'; });
    if (instruction.op == Op::Phi && !signs) {
      words_of_phi_ = std::move(words);
      return;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool old_label =
          !signs && (instruction.op == Op::Jump || (instruction.op == Op::Branch && i > 0));
      const bool old_function = instruction.op == Op::Call && i == 0;
      take_argument(instruction, words[i], old_label, old_function);
    }
    take_shadow(instruction);
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

  /// Every second word is a label if the function has all of these labels.
  void take_names(const UnsignedPhi& phi) {
    bool pairs = phi.words.size() % 2 == 0;
    for (std::size_t i = 1; pairs && i < phi.words.size(); i += 2) {
      pairs = std::any_of(function_->body.begin(), function_->body.end(), [&](const auto& one) {
        return one.op == Op::Label && one.labels.front() == phi.words[i].text;
      });
    }
    for (std::size_t i = 0; i < phi.words.size(); ++i) {
      take_argument(function_->body[phi.position], phi.words[i], pairs && i % 2 == 1, false);
    }
  }

  Tokens tokens_;
  Program program_;
  Function* function_ = nullptr;
  std::vector<Token> words_of_phi_;         ///< of the instruction that is read, without signs
  std::vector<UnsignedPhi> unsigned_phis_;  ///< of the function that is read
};

}  // namespace

Program parse_text(std::string_view text, const std::string& file) {
  return TextParser(text, file).parse();
}

}  // namespace lanefold::bril
