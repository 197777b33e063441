// SPDX-License-Identifier: Apache-2.0
// The sentences with which machines and settings are refused.
#pragma once

#include <string>
#include <vector>

#include "lanefold/config.h"
#include "tests/support/refusal.h"

namespace lanefold {

inline std::string refused_machine(const std::string& toml) {
  return refusal(ErrorKind::Configuration, [&] { parse_machine(toml, "my.toml"); });
}

inline std::string refused_setting(const std::string& setting) {
  MachineConfig config;
  return refusal(ErrorKind::Configuration, [&] { apply_setting(config, setting); });
}

inline std::string refused_after(const std::vector<std::string>& settings) {
  MachineConfig config;
  for (const std::string& setting : settings) apply_setting(config, setting);
  return refusal(ErrorKind::Configuration, [&] { validate(config); });
}

}  // namespace lanefold
