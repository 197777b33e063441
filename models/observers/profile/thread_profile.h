// SPDX-License-Identifier: Apache-2.0
// What one hardware thread has on its way, so that slots in which nothing issues can be charged to
// the instruction that is waited for.
#pragma once

#include <vector>

#include "decisions/pipeline/warp_instruction.h"
#include "decisions/profile/flight_profile.h"

namespace lanefold {

class ThreadProfile {
 public:
  /// An instruction that a thread waits for; `flight` is that of one that has issued.
  struct Awaited {
    InstructionCounts* counts = nullptr;
    FlightProfile* flight = nullptr;
  };

  /// An instruction comes to the scoreboard.
  void decoded(const WarpInstruction& instruction) {
    earlier_ = latest_;
    latest_ = {instruction.profile->counts, instruction.instruction};
  }
  void issued(WarpInstruction& instruction) {
    in_flight_.push_back({instruction.instruction, instruction.profile});
  }
  void retired(const WarpInstruction& instruction);
  void forget();

  /// The latest instruction that was decoded, or nothing if the thread had none or its last one has
  /// ended it.
  Awaited latest() const;
  /// That which waits in the arbiter: another one may have been decoded since.
  Awaited in_arbiter(bool decoded_since) const {
    return {decoded_since ? earlier_.counts : latest_.counts, nullptr};
  }
  /// That whose registers the latest needs: a load's, or an ALU's.
  Awaited producer(bool load) const;
  /// The load at which the thread stays.
  Awaited load() const;

 private:
  struct Decoded {
    InstructionCounts* counts = nullptr;
    const PipelineInstruction* instruction = nullptr;
  };
  struct Flight {
    const PipelineInstruction* instruction;
    FlightProfile* profile;
  };

  Decoded latest_;
  Decoded earlier_;
  std::vector<Flight> in_flight_;  ///< in the order of issue
};

}  // namespace lanefold
