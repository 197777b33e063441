// SPDX-License-Identifier: Apache-2.0
// Bril from a file of either form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/bril/link.h"
#include "tools/bril/program.h"

namespace lanefold::bril {

/// What an int is where an operation wants a vector.
enum class ScalarOperands : std::uint8_t {
  Refused,
  Broadcast,  ///< the same in each lane (scalar_operands.h)
};

/// JSON if it begins with a brace or bracket, else text. Throws Error(Program).
Program parse(std::string_view content, const std::string& file);

/// Parsed, linked and checked. Throws Error(Program).
Program read(std::string_view content, const std::string& file,
             ScalarOperands scalars = ScalarOperands::Refused, const Libraries& libraries = {});

}  // namespace lanefold::bril
