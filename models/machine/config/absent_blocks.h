// SPDX-License-Identifier: Apache-2.0
// Parameters of blocks that a machine does not have: they change nothing.
#pragma once

#include <optional>
#include <string>

#include "machine/config/parameter_table.h"

namespace lanefold {

/// What would give the machine a block.
struct BlockSwitch {
  const Parameter* parameter = nullptr;
  std::string wanted;  ///< its value, without quotes

  /// "l1.enabled is false".
  std::string state() const;
  /// "l1.enabled = true", as in a file.
  std::string toml() const;
  /// "l1.enabled=true", as on the command line.
  std::string setting() const { return parameter->key + "=" + wanted; }
};

/// The switch of the block that `key` describes; nothing if the machine has that block, or if `key`
/// is the switch.
std::optional<BlockSwitch> missing_block(const ParameterTable& machine, const std::string& key);

}  // namespace lanefold
