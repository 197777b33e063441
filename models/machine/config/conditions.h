// SPDX-License-Identifier: Apache-2.0
// Whether the parameters of a machine mean something on it.
#pragma once

#include <string>
#include <vector>

#include "machine/config/parameter_table.h"

namespace lanefold {

/// The first of a parameter's conditions that the machine does not fulfil; nullptr if all hold.
const Condition* unmet(const ParameterTable& machine, const Parameter& parameter);

/// "a", "a and b", "a, b and c"; `last_word` is "and" or "or".
std::string listed(std::vector<std::string> parts, const std::string& last_word);

/// What keeps it from holding: "core.simd is warps and core.adaptation.strategy is off".
std::string state_of(const ParameterTable& machine, const Condition& condition);

/// What it asks for: "core.on_miss=slip", "core.adaptation.strategy other than off".
std::string text_of(const Condition& condition);
/// The text of all conditions; empty without any.
std::string text_of(const Conditions& conditions);

/// Whether one of its tests looks at one of these keys.
bool looks_at(const Condition& condition, const std::vector<std::string>& keys);

}  // namespace lanefold
