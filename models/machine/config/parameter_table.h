// SPDX-License-Identifier: Apache-2.0
// A machine's parameters as one flat list of dotted keys, made from MachineConfig::describe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lanefold/machine_config.h"

namespace lanefold {

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// A field that is an enumeration, by the index of its enumerator.
struct ChoiceField {
  std::function<std::size_t()> get;
  std::function<void(std::size_t)> set;
};

/// One parameter of one machine: what it is called, what it may be, and where its value is.
struct Parameter {
  std::string key;
  std::string help;
  std::variant<std::uint32_t*, std::uint64_t*, bool*, std::string*, ChoiceField> field;
  NumberRange range;                                ///< of numbers
  const std::vector<std::string>* names = nullptr;  ///< of choices
  std::string word;                                 ///< that a number may be instead; or empty
  std::uint64_t word_value = 0;                     ///< what stands for it
  Conditions conditions;                            ///< under which it means something

  bool is_number() const { return field.index() <= 1; }
  bool is_flag() const { return field.index() == 2; }
  /// Whether it is a number that has the word's value.
  bool is_word() const;
  /// "an integer", "an integer or "adaptive"", "true or false", "a string".
  std::string type() const;
  /// What would be accepted.
  std::string valid() const;
  /// The value in TOML: strings are quoted.
  std::string toml_value() const;

  /// The value as on the command line.
  std::string plain_value() const;
  /// Such a value in TOML.
  std::string toml_of(const std::string& plain) const;

  /// Each sets the value, or throws Error(Configuration) with `where` before the sentence.
  void set_number(std::int64_t value, const std::string& where) const;
  void set_text(const std::string& value, const std::string& where) const;
  void set_flag(bool value, const std::string& where) const;
  /// A value as written on the command line, of any type.
  void set_from_words(const std::string& value, const std::string& where) const;
  [[noreturn]] void refuse_type(const std::string& found, const std::string& where) const;

 private:
  void choose(const ChoiceField& choice, const std::string& name, const std::string& where) const;
};

struct ParameterSection {
  std::string name;  ///< empty for the machine itself
  std::string help;
};

/// Refers to the fields of the machine that it was made from.
class ParameterTable {
 public:
  explicit ParameterTable(MachineConfig& config);

  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::vector<ParameterSection>& sections() const { return sections_; }
  bool has_section(std::string_view name) const;
  /// The parameter with that dotted key as it is today, or nullptr.
  const Parameter* find(std::string_view key) const;
  /// Every key; with `with_sections`, the sections' names before them.
  std::vector<std::string> names(bool with_sections) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<ParameterSection> sections_;
};

/// A TOML basic string.
std::string toml_string(std::string_view text);

}  // namespace lanefold
