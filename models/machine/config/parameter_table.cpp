// SPDX-License-Identifier: Apache-2.0
// The visitor that flattens the description, and the checks on a single value.
#include "machine/config/parameter_table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <utility>

#include "base/nearest_name.h"
#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/error.h"
#include "machine/config/conditions.h"

namespace lanefold {

namespace {

/// TOML has signed 64-bit integers, so nothing above can be written in a file.
constexpr std::uint64_t kLargestTomlInteger = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void refuse(const std::string& where, const std::string& sentence) {
  throw Error(ErrorKind::Configuration, where + ": " + sentence);
}

/// Flattens nested blocks into dotted keys.
class Flatten {
 public:
  Flatten(std::vector<Parameter>& parameters, std::vector<ParameterSection>& sections)
      : parameters_(parameters), sections_(sections) {}

  template <class Number>
  void number(const char* key, Number& field, std::uint64_t least, std::uint64_t most,
              const char* help, const Conditions& conditions = {}) {
    add(key, &field, help, conditions).range = {least, std::min(most, kLargestTomlInteger)};
  }
  /// A number, or a word that `value` stands for.
  void number_or(const char* key, std::uint32_t& field, std::uint64_t least, std::uint64_t most,
                 const char* word, std::uint64_t value, const char* help,
                 const Conditions& conditions = {}) {
    Parameter& parameter = add(key, &field, help, conditions);
    parameter.range = {least, most};
    parameter.word = word;
    parameter.word_value = value;
  }
  void flag(const char* key, bool& field, const char* help, const Conditions& conditions = {}) {
    add(key, &field, help, conditions);
  }
  template <class Enum>
  void choice(const char* key, Enum& field, const char* help, const Conditions& conditions = {}) {
    const ChoiceField by_index{
        [&field] { return index_of(field); },
        [&field](std::size_t index) { field = static_cast<Enum>(index); },
    };
    add(key, by_index, help, conditions).names = &names_of<Enum>();
  }
  void text(const char* key, std::string& field, const char* help,
            const Conditions& conditions = {}) {
    add(key, &field, help, conditions);
  }
  template <class Block>
  void section(const char* name, Block& block, const char* help,
               const Conditions& conditions = {}) {
    const std::string outer = prefix_;
    const Conditions outside = conditions_;
    sections_.push_back({outer + name, help});
    for (const Condition& condition : conditions) conditions_.push_back(absolute(condition));
    prefix_ = outer + name + ".";
    Block::describe(block, *this);
    prefix_ = outer;
    conditions_ = outside;
  }

 private:
  template <class Field>
  Parameter& add(const char* key, Field field, const char* help, const Conditions& conditions) {
    Parameter parameter;
    parameter.key = prefix_ + key;
    parameter.help = help;
    parameter.field = std::move(field);
    parameter.conditions = before(conditions_, parameter.key);
    for (const Condition& condition : conditions) {
      add_once(parameter.conditions, absolute(condition));
    }
    parameters_.push_back(parameter);
    return parameters_.back();
  }

  Condition absolute(Condition condition) const {
    for (ValueTest& test : condition.any) test.key.insert(0, prefix_);
    return condition;
  }

  /// Those before the first that asks for the parameter `key` itself.
  static Conditions before(const Conditions& conditions, const std::string& key) {
    const auto asks = [&](const Condition& one) { return looks_at(one, {key}); };
    return {conditions.begin(), std::find_if(conditions.begin(), conditions.end(), asks)};
  }

  /// A block that a machine lacks because of a value says so first.
  static void add_once(Conditions& conditions, Condition condition) {
    const std::string text = text_of(condition);
    const auto same = [&](const Condition& one) { return text_of(one) == text; };
    if (std::none_of(conditions.begin(), conditions.end(), same)) {
      conditions.push_back(std::move(condition));
    }
  }

  std::vector<Parameter>& parameters_;
  std::vector<ParameterSection>& sections_;
  std::string prefix_;
  Conditions conditions_;  ///< of the section, and of those around it
};

}  // namespace

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += std::string("\\") + c;
    } else if (byte < 0x20 || byte == 0x7f) {
      std::array<char, 7> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", byte);
      result += escape.data();
    } else {
      result += c;
    }
  }
  return result + "\"";
}

bool Parameter::is_word() const {
  const auto* number = std::get_if<std::uint32_t*>(&field);
  return number != nullptr && !word.empty() && **number == word_value;
}

std::string Parameter::type() const {
  if (is_number()) return "an integer" + (word.empty() ? "" : " or " + in_quotes(word));
  return is_flag() ? "true or false" : "a string";
}

std::string Parameter::valid() const {
  if (is_number()) {
    return std::to_string(range.least) + " to " + std::to_string(range.most) +
           (word.empty() ? "" : ", or " + word);
  }
  if (is_flag()) return "true or false";
  return names == nullptr ? "text" : join(*names, ", ");
}

std::string Parameter::toml_value() const {
  if (is_word()) return toml_string(word);
  if (const auto* number = std::get_if<std::uint32_t*>(&field)) return std::to_string(**number);
  if (const auto* number = std::get_if<std::uint64_t*>(&field)) return std::to_string(**number);
  if (const auto* flag = std::get_if<bool*>(&field)) return **flag ? "true" : "false";
  return toml_string(plain_value());
}

std::string Parameter::plain_value() const {
  if (is_word()) return word;
  if (const auto* choice = std::get_if<ChoiceField>(&field)) return (*names)[choice->get()];
  const auto* text = std::get_if<std::string*>(&field);
  return text != nullptr ? **text : toml_value();
}

std::string Parameter::toml_of(const std::string& plain) const {
  return is_number() || is_flag() ? plain : toml_string(plain);
}

void Parameter::refuse_type(const std::string& found, const std::string& where) const {
  refuse(where, key + " wants " + type() + ", not " + found + "; valid: " + valid());
}

void Parameter::set_number(std::int64_t value, const std::string& where) const {
  if (!is_number()) refuse_type("the integer " + std::to_string(value), where);
  if (value < 0 || static_cast<std::uint64_t>(value) < range.least ||
      static_cast<std::uint64_t>(value) > range.most) {
    refuse(where, key + " is " + std::to_string(value) + ", out of range; valid: " + valid());
  }
  if (const auto* narrow = std::get_if<std::uint32_t*>(&field)) {
    **narrow = static_cast<std::uint32_t>(value);
  } else {
    *std::get<std::uint64_t*>(field) = static_cast<std::uint64_t>(value);
  }
}

void Parameter::set_text(const std::string& value, const std::string& where) const {
  if (!word.empty() && value == word) {
    *std::get<std::uint32_t*>(field) = static_cast<std::uint32_t>(word_value);
    return;
  }
  if (const auto* choice = std::get_if<ChoiceField>(&field)) return choose(*choice, value, where);
  const auto* text = std::get_if<std::string*>(&field);
  if (text == nullptr) refuse_type("the string " + in_quotes(value), where);
  **text = value;
}

void Parameter::choose(const ChoiceField& choice, const std::string& name,
                       const std::string& where) const {
  const auto found = std::find(names->begin(), names->end(), name);
  if (found != names->end()) {
    return choice.set(static_cast<std::size_t>(found - names->begin()));
  }
  const std::string nearest = nearest_name(name, *names);
  refuse(where, key + " is " + in_quotes(name) + ", which is none of " + valid() +
                    (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

void Parameter::set_flag(bool value, const std::string& where) const {
  const auto* flag = std::get_if<bool*>(&field);
  if (flag == nullptr) refuse_type(value ? "the boolean true" : "the boolean false", where);
  **flag = value;
}

void Parameter::set_from_words(const std::string& value, const std::string& where) const {
  if (is_flag()) {
    if (value != "true" && value != "false") refuse_type(in_quotes(value), where);
    set_flag(value == "true", where);
  } else if (is_number() && (word.empty() || value != word)) {
    const auto number = parse_integer<std::int64_t>(value).value;
    if (!number) refuse_type(in_quotes(value), where);
    set_number(*number, where);
  } else {
    set_text(value, where);
  }
}

ParameterTable::ParameterTable(MachineConfig& config) {
  Flatten flatten(parameters_, sections_);
  sections_.push_back({"", "the machine"});
  MachineConfig::describe(config, flatten);
}

bool ParameterTable::has_section(std::string_view name) const {
  return std::any_of(sections_.begin(), sections_.end(),
                     [&](const ParameterSection& section) { return section.name == name; });
}

const Parameter* ParameterTable::find(std::string_view key) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& p) { return p.key == key; });
  return found == parameters_.end() ? nullptr : &*found;
}

std::vector<std::string> ParameterTable::names(bool with_sections) const {
  std::vector<std::string> result;
  if (with_sections) {
    for (const ParameterSection& section : sections_) {
      if (!section.name.empty()) result.push_back(section.name);
    }
  }
  for (const Parameter& parameter : parameters_) result.push_back(parameter.key);
  return result;
}

}  // namespace lanefold
