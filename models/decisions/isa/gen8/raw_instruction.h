// SPDX-License-Identifier: Apache-2.0
// The bytes of one instruction, before its fields mean anything, and the error that names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "decisions/isa/gen8/encoding.h"

namespace lanefold::gen8 {

struct RawInstruction {
  Encoding encoding;  ///< native, also of a compacted instruction
  std::uint32_t offset = 0;
  std::uint8_t size = 16;  ///< bytes
  std::string bytes;       ///< in hexadecimal

  /// Throws Error(IllegalInstruction): what was expected, and what was found instead.
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const;
  /// The same for a field of which `code` has no meaning.
  [[noreturn]] void refuse_code(const std::string& expected, std::uint32_t code) const;
};

/// Takes the instruction at `offset`, which must be within `code`; throws when its end is not.
RawInstruction fetch(const std::vector<std::byte>& code, std::size_t offset);

}  // namespace lanefold::gen8
