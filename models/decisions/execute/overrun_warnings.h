// SPDX-License-Identifier: Apache-2.0
// What the user is told of accesses that the machine carries out past the ends of buffers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "lanefold/machine.h"

namespace lanefold {

/// One sentence for each instruction of a launch that overruns a buffer.
class OverrunWarnings {
 public:
  /// Without a receiver the sentences go to standard error.
  void report_to(Machine::Warning receiver) { receiver_ = std::move(receiver); }
  void begin_launch() { warned_.clear(); }
  /// True for the first overrun of the instruction at `pc`.
  bool is_new(std::uint32_t pc) { return warned_.insert(pc).second; }
  void report(const std::string& sentence) const;

 private:
  Machine::Warning receiver_;
  std::set<std::uint32_t> warned_;  ///< pcs
};

}  // namespace lanefold
