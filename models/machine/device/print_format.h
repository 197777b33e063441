// SPDX-License-Identifier: Apache-2.0
// What one printf prints (OpenCL 1.2 clause 6.12.13), whatever code has collected its arguments.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decisions/program/printf_conversion.h"

namespace lanefold {

/// The arguments of one printf, read from front to back.
class PrintArguments {
 public:
  PrintArguments() = default;
  PrintArguments(const PrintArguments&) = delete;
  PrintArguments& operator=(const PrintArguments&) = delete;
  virtual ~PrintArguments() = default;

  /// The elements of the next one, conversion.element_bytes each, and what makes them
  /// lanefold_argument_bytes in all. Zeros follow the last argument.
  virtual std::vector<char> take(const lanefold_conversion& conversion) = 0;
  /// The text that begins at an address of the program, or "(null)".
  virtual std::string text_at(std::uint32_t address) const = 0;
};

/// Whether a conversion takes floats: of `float_bytes` each, but for vectors with a size.
inline bool takes_floats(const lanefold_conversion& conversion) {
  return lanefold_is_one_of(conversion.letter, "fFeEgGaA") != 0;
}

/// `float_bytes` is the size of a scalar that %f takes. What is not a conversion, and all behind
/// it, prints as it stands.
std::string print_text(const std::string& format, unsigned float_bytes, PrintArguments& arguments);

}  // namespace lanefold
