// SPDX-License-Identifier: Apache-2.0
// Reading a machine's TOML text; the only place that includes the TOML library.
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

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

/// Far above any machine, far below what would take long to read.
constexpr std::size_t kLongestText = std::size_t{1} << 20;

std::string where_of(const std::string& source, const toml::source_region& region) {
  return source + ":" + std::to_string(region.begin.line);
}

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::floating_point:
      return "a number with a fraction";
    case toml::node_type::none:
    case toml::node_type::string:
    case toml::node_type::integer:
    case toml::node_type::boolean:
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      break;
  }
  return "a date or time";
}

void set(const Parameter& parameter, const toml::node& node, const std::string& where) {
  if (const auto* number = node.as_integer()) return parameter.set_number(number->get(), where);
  if (const auto* text = node.as_string()) return parameter.set_text(text->get(), where);
  if (const auto* flag = node.as_boolean()) return parameter.set_flag(flag->get(), where);
  parameter.refuse_type(kind_of(node), where);
}

/// A parameter that the text has, by the key that it gives, and its line.
struct Given {
  std::string key;
  std::string where;
};

void read_table(const toml::table& table, const std::string& prefix, const ParameterTable& known,
                const std::string& source, std::vector<Given>& given) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const std::string where = where_of(source, name.source());
    // Where a value was is a section today.
    const bool old = is_old_key(key) && !node.is_table();
    if (const Parameter* parameter = known.find(old ? current_key(key) : key)) {
      set(*parameter, node, where);
      given.push_back({key, where});
    } else if (!known.has_section(key)) {
      throw Error(ErrorKind::Configuration, where + ": " + in_quotes(key) +
                                                " is not a parameter of a machine" +
                                                suggestion(key, known.names(node.is_table())));
    } else if (const toml::table* section = node.as_table()) {
      read_table(*section, key + ".", known, source, given);
    } else {
      throw Error(
          ErrorKind::Configuration,
          where + ": " + key + " is a section of parameters, not a value; write [" + key + "]");
    }
  }
}

/// The machine that the text starts from: nothing where the text has none.
std::optional<MachineConfig> base_of(const toml::table& table, const std::string& source) {
  const toml::node* const node = table.get(kBaseKey);
  if (node == nullptr) return std::nullopt;
  const std::string where = where_of(source, node->source());
  const auto* name = node->as_string();
  if (name == nullptr) {
    throw Error(ErrorKind::Configuration,
                where + ": base wants the name of a machine or a file, in quotes");
  }
  return load_base(name->get(), source, where);
}

/// Otherwise, a file that was whole would become another machine without a word.
void refuse_missing(const ParameterTable& known, const std::vector<std::string>& keys,
                    const std::string& source) {
  constexpr std::size_t kMostNamed = 8;
  std::vector<std::string> missing;
  for (const Parameter& parameter : known.parameters()) {
    const bool given = std::find(keys.begin(), keys.end(), parameter.key) != keys.end();
    if (!given && parameter.key != "name") missing.push_back(parameter.key);
  }
  if (missing.empty()) return;
  const std::size_t more = missing.size() - std::min(missing.size(), kMostNamed);
  missing.resize(missing.size() - more);
  throw Error(ErrorKind::Configuration,
              source + ": not a whole machine: " +
                  (more == 0 ? listed(missing, "and")
                             : join(missing, ", ") + " and " + std::to_string(more) + " more") +
                  (missing.size() == 1 ? " is missing" : " are missing") +
                  "; give them, or name the machine that the file changes, as in base = "
                  "\"ivb-eu\" (or \"bare\": cores and a DRAM, no caches)");
}

/// A text may describe a block that its machine does not have, but must say so.
void refuse_absent(const ParameterTable& known, const std::vector<Given>& given,
                   const std::vector<std::string>& keys) {
  for (const Given& parameter : given) {
    const std::string key = current_key(parameter.key);
    const Condition* condition = unmet(known, *known.find(key));
    if (condition == nullptr || !condition->block || looks_at(*condition, keys)) continue;
    const ValueTest& test = condition->any.front();
    const Parameter& missing = *known.find(test.key);
    throw Error(ErrorKind::Configuration, parameter.where + ": " + key + " has no effect while " +
                                              state_of(known, *condition) + "; write " + test.key +
                                              " = " + missing.toml_of(test.value) + ", or " +
                                              test.key + " = " + missing.toml_value() +
                                              " if that is meant");
  }
}

}  // namespace

MachineConfig parse_machine(std::string_view toml, const std::string& source) {
  std::vector<std::string> keys;
  return parse_machine(toml, source, keys);
}

MachineConfig parse_machine(std::string_view toml, const std::string& source,
                            std::vector<std::string>& keys) {
  if (toml.size() > kLongestText) {
    throw Error(ErrorKind::Configuration, source + ": a machine of " + std::to_string(toml.size()) +
                                              " bytes is too long; valid: up to " +
                                              std::to_string(kLongestText));
  }
  MachineConfig config;
  const ParameterTable known(config);
  try {
    toml::table table = toml::parse(toml);
    const std::optional<MachineConfig> base = base_of(table, source);
    if (base) config = *base;
    table.erase(kBaseKey);
    config.name = std::filesystem::path(source).stem().string();
    std::vector<Given> given;
    read_table(table, "", known, source, given);
    std::vector<std::string> own;
    std::vector<std::string> current;
    for (const Given& parameter : given) {
      own.push_back(parameter.key);
      current.push_back(current_key(parameter.key));
    }
    refuse_two_names(own, source);
    refuse_absent(known, given, current);
    if (!base) refuse_missing(known, current, source);
    keys.insert(keys.end(), own.begin(), own.end());
  } catch (const toml::parse_error& error) {
    throw Error(ErrorKind::Configuration, where_of(source, error.source()) +
                                              ": not TOML: " + std::string(error.description()));
  }
  validate(config, source);
  return config;
}

}  // namespace lanefold
