// SPDX-License-Identifier: Apache-2.0
// What something of others must keep to that takes part in a call of the pipeline: it takes the
// payload within the cycle, or annotates a delay of whole cycles, and does not wait.
#pragma once

#include <systemc>

#include "base/cycle.h"
#include "base/pool.h"
#include "blocks/clock/core_clock.h"
#include "blocks/pipeline/handovers.h"
#include "decisions/pipeline/edges.h"

namespace lanefold {

struct WarpInstruction;

/// An edge of a core, as both of its sockets know it.
struct CallContract {
  Edge edge;
  const CoreClock& clock;
  Handovers& handovers;
  Pool<WarpInstruction>& instructions;  ///< takes those back that a hand-over has kept
};

/// The cycles of a delay with which something of others passes a call on. Throws
/// Error(Configuration) with a sentence that names the socket if it is no whole number of cycles,
/// or the edge carries none; without a contract, none is carried.
Cycle cycles_of_delay(const sc_core::sc_object& socket, const CallContract* contract,
                      const sc_core::sc_time& delay);

/// Throws Error(Configuration) with a sentence that names the socket if a call returns with a
/// delay, which nobody has carried.
void check_no_delay(const sc_core::sc_object& socket, const sc_core::sc_time& delay);

/// When a call of something of others began. Within it, no time passes and no other process runs.
class CallMoment {
 public:
  CallMoment();
  /// Throws Error(Configuration) with a sentence that names the socket if it has.
  void check(const sc_core::sc_object& socket) const;

 private:
  sc_core::sc_time time_;
  sc_dt::uint64 delta_;
};

/// In a handler of what a call has thrown: throws it again, or Error(Configuration) with a sentence
/// that names the socket if a block has called wait().
[[noreturn]] void rethrow_by_name(const sc_core::sc_object& socket);

}  // namespace lanefold
