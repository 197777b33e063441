// SPDX-License-Identifier: Apache-2.0
// Conditions of parameters: evaluation and text.
#include "machine/config/conditions.h"

#include <algorithm>

#include "base/text.h"

namespace lanefold {
namespace {

bool holds(const ParameterTable& machine, const ValueTest& test) {
  return (machine.find(test.key)->plain_value() == test.value) == test.equal;
}

}  // namespace

std::string listed(std::vector<std::string> parts, const std::string& last_word) {
  if (parts.size() < 2) return join(parts, "");
  const std::string last = parts.back();
  parts.pop_back();
  return join(parts, ", ") + " " + last_word + " " + last;
}

const Condition* unmet(const ParameterTable& machine, const Parameter& parameter) {
  const auto fails = [&](const Condition& condition) {
    return std::none_of(condition.any.begin(), condition.any.end(),
                        [&](const ValueTest& test) { return holds(machine, test); });
  };
  const Conditions& all = parameter.conditions;
  const auto found = std::find_if(all.begin(), all.end(), fails);
  return found == all.end() ? nullptr : &*found;
}

std::string state_of(const ParameterTable& machine, const Condition& condition) {
  std::vector<std::string> parts;
  for (const ValueTest& test : condition.any) {
    parts.push_back(test.key + " is " + machine.find(test.key)->plain_value());
  }
  return listed(std::move(parts), "and");
}

std::string text_of(const Condition& condition) {
  std::vector<std::string> parts;
  for (const ValueTest& test : condition.any) {
    parts.push_back(test.key + (test.equal ? "=" : " other than ") + test.value);
  }
  return listed(std::move(parts), "or");
}

std::string text_of(const Conditions& conditions) {
  std::vector<std::string> parts;
  for (const Condition& condition : conditions) parts.push_back(text_of(condition));
  return join(parts, ", and ");
}

bool looks_at(const Condition& condition, const std::vector<std::string>& keys) {
  return std::any_of(condition.any.begin(), condition.any.end(), [&](const ValueTest& test) {
    return std::find(keys.begin(), keys.end(), test.key) != keys.end();
  });
}

}  // namespace lanefold
