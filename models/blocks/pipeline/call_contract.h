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

/// The cycles of a delay that something of others annotates. Throws Error(Configuration) with a
/// sentence that names the socket if it is no whole number of cycles, or the edge carries none;
/// without a contract, none is carried.
Cycle cycles_of_delay(const sc_core::sc_object& socket, const CallContract* contract,
                      const sc_core::sc_time& delay);

/// In a handler of what a call has thrown: throws it again, or Error(Configuration) with a sentence
/// that names the socket if a block has called wait().
[[noreturn]] void rethrow_by_name(const sc_core::sc_object& socket);

}  // namespace lanefold
