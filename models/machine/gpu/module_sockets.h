// SPDX-License-Identifier: Apache-2.0
// The modules that machines are made of, and their sockets.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lanefold/machine_config.h"

namespace lanefold {

/// Names of sockets, by the name of the module that has them, a number behind the latter left out:
/// of a machine that is made for this, in a simulation of its own.
std::map<std::string, std::vector<std::string>> module_sockets(const MachineConfig& machine);

}  // namespace lanefold
