// SPDX-License-Identifier: Apache-2.0
// What the lane-slots of an ALU pipe went to: the part of the ledger that a pipe charges.
#pragma once

#include <cstdint>

#include "decisions/pipeline/core_geometry.h"
#include "decisions/pipeline/warp_instruction.h"
#include "decisions/profile/flight_profile.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Of a pipe of `width` lanes; without lanes it has no slots.
class AluLedger {
 public:
  AluLedger(const CoreConfig& config, unsigned width, const CoreGeometry& geometry,
            LaunchStatistics& statistics);

  /// The cycles in which an instruction that issues now will compute, `interval` for each pass.
  void charge_passes(const WarpInstruction& instruction, unsigned interval);
  /// Cycles beyond these, in which it has waited for its operands.
  void charge_fetch(const WarpInstruction& instruction, std::uint64_t cycles);
  /// The same where the instruction is not known.
  void charge_fetch(std::uint64_t cycles) {
    ledger_.charge(SlotCause::RegisterFile, cycles * width_);
  }

 private:
  void charge_lanes(const WarpInstruction& instruction, unsigned interval);
  void charge_cycle(const WarpInstruction& instruction, unsigned interval);
  void charge_active(const WarpInstruction& instruction, unsigned interval, unsigned slots);
  /// The core, and the instruction where it is counted.
  void charge(const WarpInstruction& instruction, SlotCause cause, std::uint64_t slots) {
    ledger_.charge(cause, slots);
    if (instruction.profile != nullptr && slots != 0) {
      instruction.profile->counts->ledger.charge(cause, slots);
    }
  }

  const CoreConfig& config_;
  const unsigned width_;
  const ScalarUse scalar_;
  const CoreGeometry& geometry_;
  LaneLedger& ledger_;
};

}  // namespace lanefold
