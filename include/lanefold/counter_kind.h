// SPDX-License-Identifier: Apache-2.0
// How a counter adds up, stated where the counter is described.
#pragma once

#include <cstdint>

namespace lanefold {

/// How the values of several banks, cores, instances and launches become one.
enum class CounterKind : std::uint8_t {
  Sum,       ///< added
  Maximum,   ///< the largest of them
  TimedSum,  ///< added; a functional run does not have it, so its tables leave it out
};

/// The word for it in `lanefold list statistics`.
inline const char* addition_name(CounterKind kind) {
  return kind == CounterKind::Maximum ? "maximum" : "sum";
}

}  // namespace lanefold
