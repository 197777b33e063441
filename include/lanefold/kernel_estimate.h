// SPDX-License-Identifier: Apache-2.0
// Cycles of a kernel's launches of which only some were timed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanefold {

struct KernelEstimate {
  std::string kernel;
  std::uint64_t launches = 0;
  std::uint64_t timed = 0;         ///< of them
  std::uint64_t partly_timed = 0;  ///< of them, those of which only the beginning was timed
  std::uint64_t timed_cycles = 0;  ///< of those that were timed as a whole
  std::optional<double> cycles;    ///< of all launches; nothing if none was timed
  std::optional<double> error;     ///< bound, in cycles; nothing if one launch stands for others
};

}  // namespace lanefold
