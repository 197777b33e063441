// SPDX-License-Identifier: Apache-2.0
// When slices divide, and whether they do at branches.
#include "decisions/warp_slices/division_rule.h"

#include "base/text.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

struct NamedRule {
  const char* name;
  DivisionRule rule;
};
constexpr NamedRule kRules[] = {
    {"eager", {true, true}}, {"lazy", {false, false}}, {"revive", {false, true}}};

}  // namespace

const std::vector<std::string>& branch_policy_names() {
  static const std::vector<std::string> kNames{"serialize", "divide"};
  return kNames;
}

const std::vector<std::string>& division_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const NamedRule& rule : kRules) names.emplace_back(rule.name);
    return names;
  }();
  return kNames;
}

DivisionRule division_rule(const std::string& name) {
  for (const NamedRule& rule : kRules) {
    if (name == rule.name) return rule.rule;
  }
  throw Error(ErrorKind::Configuration,
              "core.division is '" + name + "'; valid: " + join(division_names(), ", "));
}

}  // namespace lanefold
