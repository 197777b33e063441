// SPDX-License-Identifier: Apache-2.0
// The parameters of a machine as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "lanefold/machine_config.h"

namespace lanefold {

/// Nested objects, in the order and with the names of its file.
nlohmann::ordered_json machine_json(const MachineConfig& machine);

}  // namespace lanefold
