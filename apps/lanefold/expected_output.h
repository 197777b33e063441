// SPDX-License-Identifier: Apache-2.0
// What a buffer is to hold after a run, and how near values must come to that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "value_type.h"

namespace lanefold {

/// Integers must be equal, whatever this says. A NaN is as good as another one, unless bytes must
/// be equal.
struct Tolerance {
  enum class Kind : std::uint8_t {
    Bytes,
    Text,  ///< as Bytes, but text does not say which NaN it is
    Ulp,
    Relative,
  };

  Kind kind = Kind::Bytes;
  /// Of Ulp: how many numbers of the type may lie between, and one more; of Relative: the
  /// difference over what is expected. At least 0.
  double most = 0;
};

/// Of the first value that is wrong.
struct WrongValue {
  std::uint64_t element = 0;  ///< of the buffer
  std::uint64_t byte = 0;     ///< where its wrong scalar begins in the buffer
  unsigned bytes = 0;         ///< of this scalar
  std::string actual;         ///< the element as text
  std::string expected;
  std::uint64_t wrong = 0;  ///< elements in all
  /// Of real numbers that were compared without tolerance: the power of ten that is the relative
  /// tolerance within which all elements would be right.
  std::optional<double> relative;
};

/// A relative difference above this power of ten is no rounding.
constexpr int kMostRounding = -3;

/// Of buffers of the same size.
std::optional<WrongValue> compare_buffers(const ValueType& type,
                                          const std::vector<std::byte>& actual,
                                          const std::vector<std::byte>& expected,
                                          const Tolerance& tolerance);

/// One element a line, as `out=` writes text; lines may end in "\r\n". Throws Error(File), naming
/// file and line, for what is no value of the type.
std::vector<std::byte> parse_elements(const ValueType& type, const std::string& text,
                                      const std::string& file);

}  // namespace lanefold
