// SPDX-License-Identifier: Apache-2.0
// What one hardware thread has on its way, so that slots in which nothing issues can be charged to
// the instruction that is waited for.
#pragma once

#include <array>
#include <cstdint>

#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {

/// Instructions that a thread has issued. A payload is used again when it has left the pipeline:
/// its id then tells.
class ThreadProfile {
 public:
  void issued(WarpInstruction& instruction) {
    Flights& flights = reads_memory(*instruction.instruction) ? loads_ : others_;
    flights[next_++ % flights.size()] = {&instruction, instruction.id};
    known_ = {};
  }
  void forget() { *this = {}; }

  /// The instruction on its way whose registers `waiting` needs, a load's or another's; nullptr if
  /// none is known. Asked again, it is the same until it completes or another one issues.
  WarpInstruction* producer(const PipelineInstruction& waiting, bool load) {
    if (!known_.on_its_way()) known_ = find_producer(waiting, load);
    return known_.instruction;
  }
  /// The load on its way that was issued first; nullptr if there is none.
  WarpInstruction* load() const;
  /// The latest instruction on its way that decides where the thread goes on; nullptr if there is
  /// none.
  WarpInstruction* deciding() const;

 private:
  struct Flight {
    WarpInstruction* instruction = nullptr;
    std::uint64_t id = 0;

    bool on_its_way() const {
      return instruction != nullptr && instruction->id == id && !instruction->completed;
    }
  };
  /// More than are on their way, but for loads of a thread that never needs what they bring.
  using Flights = std::array<Flight, 32>;

  Flight find_producer(const PipelineInstruction& waiting, bool load) const;

  Flight known_;  ///< what producer() has found
  std::uint32_t next_ = 0;
  Flights loads_{};
  Flights others_{};
};

}  // namespace lanefold
