// SPDX-License-Identifier: Apache-2.0
// The lines of one access, in the order in which they are sent. No SystemC.
#pragma once

#include <array>
#include <cstdint>

#include "decisions/load_store/coalescer.h"
#include "decisions/load_store/lane_banks.h"

namespace lanefold {

class LineOrder {
 public:
  /// To be filled in with those of the next access, before make().
  LineAccesses& lines() { return lines_; }
  /// A cache of the core's own lets through what its `banks` give at once (IPDPS'12 section V-A has
  /// a bank for each lane); the way to a shared one, of 0 banks, has room for one line a cycle.
  void make(const LaneAccess& access, const PrivatePlacement& placement, std::uint32_t banks);

  unsigned count() const { return lines_.count; }
  const LineAccess& line(unsigned place) const { return lines_.lines[order_[place]]; }
  /// In which it is sent if nothing is in its way, from 0 on.
  unsigned cycle(unsigned place) const { return banks_.line[order_[place]]; }
  unsigned conflict_cycles() const { return conflict_cycles_; }

 private:
  LineAccesses lines_;
  BankSchedule banks_;
  std::array<std::uint8_t, 128> order_{};
  unsigned conflict_cycles_ = 0;
};

}  // namespace lanefold
