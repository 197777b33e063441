// SPDX-License-Identifier: Apache-2.0
// Where the time of a request for a line passes, level by level.
#pragma once

#include <tlm.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/cycle.h"
#include "lanefold/instruction_counts.h"

namespace lanefold {

/// An ignorable extension (IEEE 1666-2011, 14.21) of requests of a machine that counts by
/// instruction, and of what its levels ask of one another. A level adds its part when it answers:
/// what the request was there, without what levels behind it have added before.
class Journey : public tlm::tlm_extension<Journey> {
 public:
  /// The request begins.
  void begin(Cycle now) {
    *this = {};
    sent_ = now;
  }
  Cycle sent() const { return sent_; }
  /// An interconnect has got it in this cycle.
  void enter(Cycle now) { entered_ = now; }
  Cycle entered() const { return entered_; }

  /// A level answers a request that has been there, and behind it, for so many cycles.
  void leave(MemoryPlace level, Cycle cycles) {
    Part& part = part_of(level);
    part.visited = true;
    part.cycles += static_cast<std::uint32_t>(cycles - std::min(cycles, total_));
    total_ = std::max(total_, cycles);
  }
  /// The request has waited for another one of its level, no longer than `most` cycles: one that
  /// came later has not waited for the first steps of that one, the nearest.
  void take_over(const Journey& below, Cycle most) {
    Cycle surplus = below.total_ - std::min(below.total_, most);
    total_ = below.total_ - surplus;
    for (std::size_t i = 0; i < kMemoryPlaces; ++i) {
      const Cycle cut = std::min<Cycle>(surplus, below.parts_[i].cycles);
      parts_[i] = below.parts_[i];
      parts_[i].cycles -= static_cast<std::uint32_t>(cut);
      surplus -= cut;
    }
  }

  Cycle total() const { return total_; }
  Cycle cycles(MemoryPlace place) const {
    return parts_[static_cast<std::size_t>(place)].cycles;
  }
  bool visited(MemoryPlace place) const {
    return parts_[static_cast<std::size_t>(place)].visited;
  }

  tlm_extension_base* clone() const override { return new Journey(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const Journey&>(other);
  }

 private:
  struct Part {
    std::uint32_t cycles = 0;
    bool visited = false;
  };
  Part& part_of(MemoryPlace place) { return parts_[static_cast<std::size_t>(place)]; }

  std::array<Part, kMemoryPlaces> parts_{};
  Cycle total_ = 0;
  Cycle sent_ = 0;
  Cycle entered_ = 0;
};

}  // namespace lanefold
