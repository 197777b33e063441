// SPDX-License-Identifier: Apache-2.0
// Parameters of blocks that a machine does not have.
#include "machine/config/absent_blocks.h"

#include <array>

namespace lanefold {
namespace {

struct SwitchRule {
  const char* section;
  const char* key;
  const char* wanted;
};

constexpr std::array kSwitches{
    SwitchRule{"instruction_cache", "instruction_cache.perfect", "false"},
    SwitchRule{"instruction_cache", "instruction_cache.enabled", "true"},
    SwitchRule{"l1", "l1.enabled", "true"},
    SwitchRule{"l2", "l2.enabled", "true"},
    SwitchRule{"directory", "coherence", "mesi"},
    SwitchRule{"interconnect", "interconnect.enabled", "true"},
    SwitchRule{"l3", "l3.enabled", "true"},
    SwitchRule{"llc", "llc.enabled", "true"},
};

}  // namespace

std::string BlockSwitch::state() const {
  return parameter->key + " is " + parameter->plain_value();
}

std::string BlockSwitch::toml() const {
  const bool text = std::holds_alternative<std::string*>(parameter->field);
  return parameter->key + " = " + (text ? toml_string(wanted) : wanted);
}

std::optional<BlockSwitch> missing_block(const ParameterTable& machine, const std::string& key) {
  for (const SwitchRule& rule : kSwitches) {
    if (key == rule.key) return std::nullopt;
    if (key.rfind(std::string(rule.section) + ".", 0) != 0) continue;
    const Parameter* parameter = machine.find(rule.key);
    if (parameter->plain_value() != rule.wanted) return BlockSwitch{parameter, rule.wanted};
  }
  return std::nullopt;
}

}  // namespace lanefold
