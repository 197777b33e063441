// SPDX-License-Identifier: Apache-2.0
// The scalar and vector types of OpenCL C: values from text to bytes and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanefold {

/// A scalar, or a vector of 2, 3, 4, 8 or 16 scalars.
struct ValueType {
  std::string name;  ///< "float4"
  unsigned scalar_bytes = 4;
  bool is_real = false;
  bool is_signed = false;
  unsigned elements = 1;

  /// As in memory: a vector of 3 takes the room of 4 (OpenCL 1.2 clause 6.1.5).
  unsigned bytes() const { return scalar_bytes * (elements == 3 ? 4 : elements); }
};

/// The type of that name, for instance "uint" or "float4".
std::optional<ValueType> find_value_type(const std::string& name);

/// All names of scalar types.
const std::vector<std::string>& scalar_type_names();

/// "1,2,3,4" as bytes; one value fills all elements. Throws Error(Usage) naming `where`.
std::vector<std::byte> parse_value(const ValueType& type, const std::string& text,
                                   const std::string& where);

/// Writes one element. `number` must be in range for an integer type.
void store_scalar(const ValueType& type, double number, std::byte* to);

/// One value as text that parses back to the same bytes.
std::string format_value(const ValueType& type, const std::byte* from);

}  // namespace lanefold
