// SPDX-License-Identifier: Apache-2.0
// Settings by key, the printed form of a machine, and the list of parameters.
#include <algorithm>
#include <optional>

#include "base/nearest_name.h"
#include "base/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "machine/config/base_machine.h"
#include "machine/config/conditions.h"
#include "machine/config/old_keys.h"
#include "machine/config/parameter_table.h"

namespace lanefold {

namespace {

std::string section_of(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

/// Beside a section stands what may have been meant, "cores" beside "core"; within it, what can be
/// chosen, also of sections within.
[[noreturn]] void refuse_section(const ParameterTable& known, const std::string& section,
                                 const std::string& where) {
  std::vector<std::string> beside;
  std::vector<std::string> within;
  for (const Parameter& parameter : known.parameters()) {
    const std::string& key = parameter.key;
    if (key.rfind(section + ".", 0) == 0) within.push_back(key);
    if (section_of(key) == section_of(section)) beside.push_back(key);
  }
  // As cores is meant by core.
  const bool begun = nearest_name(section, beside).rfind(section, 0) == 0;
  throw Error(
      ErrorKind::Configuration,
      where + ": " + section + " is a section of parameters, not a value" +
          (begun ? suggestion(section, beside) : "; choose one of them: " + join(within, ", ")));
}

const Parameter& find_or_refuse(const ParameterTable& known, const std::string& key,
                                const std::string& where) {
  if (const Parameter* parameter = known.find(current_key(key))) return *parameter;
  if (!key.empty() && known.has_section(key)) refuse_section(known, key, where);
  throw Error(ErrorKind::Configuration, where + ": " + in_quotes(key) +
                                            " is not a parameter of a machine" +
                                            suggestion(key, known.names(false)));
}

}  // namespace

void apply_setting(MachineConfig& config, const std::string& setting) {
  const ParameterTable known(config);
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos) {
    throw Error(ErrorKind::Configuration,
                "--set " + setting + ": a setting is key=value, for instance core.compaction=scc");
  }
  const std::string where = "--set " + setting;
  find_or_refuse(known, setting.substr(0, equals), where)
      .set_from_words(setting.substr(equals + 1), where);
}

std::string setting_value(const MachineConfig& config, const std::string& key) {
  MachineConfig copy = config;
  const ParameterTable known(copy);
  return find_or_refuse(known, key, "parameter").plain_value();
}

std::optional<UnmetCondition> unmet_condition(const MachineConfig& config, const std::string& key) {
  MachineConfig copy = config;
  const ParameterTable known(copy);
  const Condition* condition = unmet(known, find_or_refuse(known, key, "parameter"));
  if (condition == nullptr) return std::nullopt;
  return UnmetCondition{state_of(known, *condition), text_of(*condition)};
}

namespace {

/// With '#' before those that are left out: `gives(key)`.
template <class Gives>
std::string parameters_text(const ParameterTable& known, const Gives& gives) {
  std::string result;
  for (const ParameterSection& section : known.sections()) {
    if (!section.name.empty()) result += "\n[" + section.name + "]  # " + section.help + "\n";
    for (const Parameter& parameter : known.parameters()) {
      if (section_of(parameter.key) != section.name) continue;
      const std::string name = parameter.key.substr(parameter.key.rfind('.') + 1);
      const std::string needs = text_of(parameter.conditions);
      result += "# " + parameter.help + "; " + parameter.valid() +
                (needs.empty() ? "" : "; needs " + needs) + "\n";
      result += (gives(parameter.key) ? "" : "#") + name + " = " + parameter.toml_value() + "\n";
    }
  }
  return result;
}

}  // namespace

std::string print_config(const MachineConfig& config) {
  MachineConfig copy = config;
  return parameters_text(ParameterTable(copy), [](const std::string&) { return true; });
}

std::string print_changes(const MachineConfig& config, const std::string& base,
                          const std::vector<std::string>& keys) {
  MachineConfig copy = config;
  std::vector<std::string> current(keys.size());
  std::transform(keys.begin(), keys.end(), current.begin(), current_key);
  const auto gives = [&current](const std::string& key) {
    return std::find(current.begin(), current.end(), key) != current.end();
  };
  return std::string("# The machine that this file changes; \"bare\" has no caches\n") + kBaseKey +
         " = " + toml_string(base) + "\n" + parameters_text(ParameterTable(copy), gives);
}

std::vector<ParameterInfo> list_parameters() {
  MachineConfig defaults;
  const ParameterTable known(defaults);
  std::vector<ParameterInfo> result;
  for (const Parameter& parameter : known.parameters()) {
    result.push_back({parameter.key, parameter.toml_value(), parameter.valid(), parameter.help,
                      text_of(parameter.conditions)});
  }
  return result;
}

}  // namespace lanefold
