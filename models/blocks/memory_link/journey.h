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
  using Cycles = std::array<std::uint32_t, kMemoryPlaces>;

  /// The request begins.
  void begin(Cycle now) {
    cycles_ = {};
    visited_ = 0;
    total_ = 0;
    sent_ = now;
  }
  Cycle sent() const { return sent_; }
  /// An interconnect has got it in this cycle.
  void enter(Cycle now) { entered_ = now; }
  Cycle entered() const { return entered_; }

  /// A level answers a request that has been there, and behind it, for so many cycles.
  void leave(MemoryPlace level, Cycle cycles) {
    const auto place = static_cast<std::size_t>(level);
    visited_ |= 1U << place;
    cycles_[place] += static_cast<std::uint32_t>(cycles - std::min(cycles, total_));
    total_ = std::max(total_, cycles);
  }
  /// The request has waited for another one of its level, no longer than `most` cycles: one that
  /// came later has not waited for the first steps of that one, the nearest.
  void take_over(const Journey& below, Cycle most) {
    Cycle surplus = below.total_ - std::min(below.total_, most);
    total_ = below.total_ - surplus;
    visited_ = below.visited_;
    cycles_ = below.cycles_;
    for (std::size_t i = 0; surplus != 0 && i < kMemoryPlaces; ++i) {
      const auto cut = static_cast<std::uint32_t>(std::min<Cycle>(surplus, cycles_[i]));
      cycles_[i] -= cut;
      surplus -= cut;
    }
  }

  Cycle total() const { return total_; }
  /// By level.
  const Cycles& cycles() const { return cycles_; }
  std::uint32_t cycles(MemoryPlace place) const { return cycles_[static_cast<std::size_t>(place)]; }
  /// Calls `visit` with the number of each level where it has been.
  template <class Visit>
  void for_each_visited(Visit&& visit) const {
    for (std::uint32_t rest = visited_; rest != 0; rest &= rest - 1) {
      visit(static_cast<std::size_t>(__builtin_ctz(rest)));
    }
  }

  tlm_extension_base* clone() const override { return new Journey(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const Journey&>(other);
  }

 private:
  Cycles cycles_{};
  std::uint32_t visited_ = 0;
  Cycle total_ = 0;
  Cycle sent_ = 0;
  Cycle entered_ = 0;
};

}  // namespace lanefold
