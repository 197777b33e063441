// SPDX-License-Identifier: Apache-2.0
// What one hardware thread has on its way, so that slots in which nothing issues can be charged to
// the instruction that is waited for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "decisions/frontend/dependence_check.h"
#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {

/// Instructions that a thread has issued. A payload is used again when it has left the pipeline:
/// its id then tells.
class ThreadProfile {
 public:
  void issued(WarpInstruction& instruction) {
    const Flight flight{&instruction, instruction.id};
    if (instruction.late) deciding_ = flight;
    if (DependenceCheck::from_memory(*instruction.instruction)) {
      from_memory_.add(flight);
    } else {
      others_.add(flight);
    }
  }
  void forget() { *this = {}; }

  /// The instruction on its way whose registers `waiting` needs, from memory or from a pipe;
  /// nullptr if none is known. Asked again, it is the same until it completes.
  WarpInstruction* producer(const WarpInstruction& waiting, bool from_memory) {
    const PipelineInstruction& one = *waiting.instruction;
    if (!known_.on_its_way() || known_for_ != waiting.id) {
      known_ = from_memory ? from_memory_.first_for(one) : others_.first_for(one);
      known_for_ = waiting.id;
    }
    return known_.instruction;
  }
  /// The load on its way that was issued first; nullptr if there is none.
  WarpInstruction* load() const { return from_memory_.first().instruction; }
  /// The latest instruction that decides where the thread goes on, if it is on its way.
  WarpInstruction* deciding() const {
    return deciding_.on_its_way() ? deciding_.instruction : nullptr;
  }

 private:
  struct Flight {
    WarpInstruction* instruction = nullptr;
    std::uint64_t id = 0;

    bool on_its_way() const {
      return instruction != nullptr && instruction->id == id && !instruction->completed;
    }
  };
  /// The latest, which are more than are on their way, but for loads whose values are not needed.
  template <std::size_t kSize>
  class Flights {
   public:
    void add(const Flight& flight) { flights_[next_++ % kSize] = flight; }
    Flight first() const {
      return first_of([](const PipelineInstruction&) { return true; });
    }
    Flight first_for(const PipelineInstruction& waiting) const {
      return first_of(
          [&](const PipelineInstruction& one) { return waiting.needs.meets(one.writes); });
    }

   private:
    template <class Wanted>
    Flight first_of(const Wanted& wanted) const {
      for (std::size_t i = 0; i < kSize; ++i) {
        const Flight& flight = flights_[(next_ + i) % kSize];
        if (flight.on_its_way() && wanted(*flight.instruction->instruction)) return flight;
      }
      return {};
    }

    std::uint32_t next_ = 0;
    std::array<Flight, kSize> flights_{};
  };

  Flight known_;                 ///< what producer() has found
  std::uint64_t known_for_ = 0;  ///< the instruction for which it has
  Flight deciding_;
  Flights<32> from_memory_;
  Flights<8> others_;
};

}  // namespace lanefold
