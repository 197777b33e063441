// SPDX-License-Identifier: Apache-2.0
// Which keys the objects of Bril's JSON may have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/bril/json_document.h"

namespace lanefold::bril {

enum class ObjectKind : std::uint8_t {
  Program,
  Import,
  ImportedFunction,
  Function,
  Parameter,
  Label,
  Instruction,
};

/// A sentence about the first key that an object of this kind does not have, with the valid ones.
/// "value" is a key of constants alone. Positions are keys of any object.
std::optional<std::string> unknown_key(const Json& object, ObjectKind kind);

}  // namespace lanefold::bril
