// SPDX-License-Identifier: Apache-2.0
// The one rule for parameters that someone has given and that mean nothing on the machine, and for
// those that were given by an old name.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "machine/config/conditions.h"
#include "machine/config/old_keys.h"
#include "machine/config/parameter_table.h"

namespace lanefold {
namespace {

using Keys = std::vector<std::string>;

bool has(const Keys& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// A parameter that means nothing on any of the machines, and why, on one of them.
struct Vain {
  std::string key;
  Condition condition;
  std::string state;
};

/// As the setting names it.
std::string name_in(const std::string& setting) { return setting.substr(0, setting.find('=')); }

std::string key_of(const std::string& setting) { return current_key(name_in(setting)); }

Keys names_in(const std::vector<std::string>& settings) {
  Keys names;
  for (const std::string& setting : settings) names.push_back(name_in(setting));
  return names;
}

Keys current_keys(const Keys& names) {
  Keys keys;
  for (const std::string& name : names) keys.push_back(current_key(name));
  return keys;
}

/// A machine that has the parameter's block says more than one that lacks it.
std::optional<Vain> vain(const std::vector<MachineConfig>& machines, const std::string& key) {
  std::optional<Vain> found;
  for (MachineConfig machine : machines) {
    const ParameterTable known(machine);
    const Condition* condition = unmet(known, *known.find(key));
    if (condition == nullptr) return std::nullopt;
    if (!found || found->condition.block)
      found = Vain{key, *condition, state_of(known, *condition)};
  }
  return found;
}

/// What a note says behind the parameters that it names.
std::string sentence_of(const Vain& one) {
  return " no effect while " + one.state + "; needed: " + text_of(one.condition);
}

/// Parameters that need the same share a sentence.
std::vector<std::string> notes_of(const std::vector<Vain>& all) {
  std::vector<std::string> sentences;
  std::map<std::string, Keys> keys;
  for (const Vain& one : all) {
    const std::string sentence = sentence_of(one);
    Keys& together = keys[sentence];
    if (together.empty()) sentences.push_back(sentence);
    if (!has(together, one.key)) together.push_back(one.key);
  }
  std::vector<std::string> notes;
  for (const std::string& sentence : sentences) {
    const Keys& together = keys[sentence];
    notes.push_back(listed(together, "and") + (together.size() == 1 ? " has" : " have") + sentence);
  }
  return notes;
}

}  // namespace

std::vector<std::string> old_name_notes(const std::vector<std::string>& settings,
                                        const std::vector<std::string>& file_keys) {
  Keys names = names_in(settings);
  names.insert(names.end(), file_keys.begin(), file_keys.end());
  return notes_of_old_keys(names);
}

std::vector<std::string> check_settings(const std::vector<MachineConfig>& machines,
                                        const std::vector<std::string>& settings,
                                        const std::vector<std::string>& file_keys) {
  const Keys names = names_in(settings);
  refuse_two_names(names, "--set");
  const Keys switched = current_keys(names);
  std::vector<Vain> all;
  for (const std::string& setting : settings) {
    const auto found = vain(machines, key_of(setting));
    if (!found) continue;
    if (found->condition.block && !looks_at(found->condition, switched)) {
      throw Error(ErrorKind::Configuration, "--set " + setting + ": " + found->key +
                                                " has no effect while " + found->state +
                                                "; add --set " + text_of(found->condition));
    }
    all.push_back(*found);
  }
  const Keys in_file = current_keys(file_keys);
  for (const std::string& key : in_file) {
    const auto found = vain(machines, key);
    if (found && !looks_at(found->condition, in_file)) all.push_back(*found);
  }
  Keys notes = old_name_notes(settings, file_keys);
  for (std::string& note : notes_of(all)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace lanefold
