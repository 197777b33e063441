// SPDX-License-Identifier: Apache-2.0
// Where the threads of a launch are, for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lanefold {

class HardwareThread;

/// A thread that holds work-items.
struct PlacedThread {
  const HardwareThread* thread;
  std::optional<unsigned> core;  ///< none on a machine without time, which has work-groups only
  unsigned number;               ///< among the threads of the core or work-group
};

/// A line for each place at which threads are, each begun by a newline, most threads first:
///   k.cl:3 (pc 0x80000010: bne x10, x11, -8): core 0 warps 0 to 3, 7; core 1 warp 2
/// Empty if all have ended.
std::string places_text(const std::vector<PlacedThread>& threads);

}  // namespace lanefold
