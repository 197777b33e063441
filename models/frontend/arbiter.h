// SPDX-License-Identifier: Apache-2.0
// Thread arbitration (ISCA'13 section 2.2, stage 4): issues to the pipes.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <systemc>
#include <vector>

#include "frontend/arbiter_policy.h"
#include "lanefold/machine_config.h"
#include "pipeline/warp_protocol.h"

namespace lanefold {

/// Cycle from which each pipe can take an instruction.
struct PipeAvailability {
  std::uint64_t fpu = 0;
  std::uint64_t em = 0;
  std::uint64_t send = 0;
};

/// One instruction per thread waits here. Every `issue_period` cycles a pass issues up to
/// `issue_width` instructions from distinct threads to distinct free pipes. What either pipe can
/// execute prefers EM, which leaves FPU to those that need it.
class Arbiter : public sc_core::sc_module {
 public:
  WarpTarget<Arbiter> ready{"ready", this, &Arbiter::take};
  WarpInitiator issue{"issue"};

  Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config);

  void tick(std::uint64_t now, PipeAvailability pipes);
  /// Cycle of the next pass at which something can issue.
  std::uint64_t next_event(std::uint64_t now, PipeAvailability pipes) const;

  /// Threads whose latch is empty.
  std::uint64_t free() const { return ~waiting(); }
  /// Whether an instruction waits that the pipe could execute, or any at all.
  bool waits_for(Unit pipe) const {
    return (by_unit_[index(pipe)] | by_unit_[index(Unit::Either)]) != 0;
  }
  bool waits_for_any() const { return waiting() != 0; }
  bool waits_for_alu() const { return (waiting() & ~wait_for_send()) != 0; }
  /// Threads whose instruction is for the load/store unit.
  std::uint64_t wait_for_send() const { return by_unit_[index(Unit::Send)]; }
  /// Passes by number of instructions issued; those with none are not counted.
  const std::array<std::uint64_t, 4>& issued_per_pass() const { return issued_per_pass_; }

  void reset();
  void describe(std::ostream& out) const;

 private:
  static std::size_t index(Unit unit) { return static_cast<std::size_t>(unit); }
  std::uint64_t waiting() const { return by_unit_[0] | by_unit_[1] | by_unit_[2] | by_unit_[3]; }
  std::uint64_t next_pass(std::uint64_t from) const;
  void take(WarpInstruction& instruction);
  void send(unsigned slot, Unit unit, std::uint64_t now);

  const CoreConfig& config_;
  std::unique_ptr<ArbiterPolicy> policy_;
  std::array<WarpInstruction*, 64> latch_{};
  std::array<std::uint64_t, 64> age_{};
  std::array<std::uint64_t, 4>
      by_unit_{};  ///< waiting threads, by the unit that their instruction needs
  std::array<std::uint64_t, 4> issued_per_pass_{};
  unsigned last_ = 63;
};

}  // namespace lanefold
