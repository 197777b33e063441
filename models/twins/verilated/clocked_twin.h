// SPDX-License-Identifier: Apache-2.0
// The RTL twin of a module with clock and reset.
#pragma once

#include "twins/verilated/twin_session.h"

namespace lanefold {

/// `Ports` has the structs Inputs and Outputs, whose fields are named as the ports of the module:
/// `waiting` for waiting_i or waiting_o, an array for a port with several values, and
/// `entries[e].place` for those of entry_place_o.
template <class Ports>
class ClockedTwin : public Twin, public Ports {
 public:
  using typename Ports::Inputs;
  using typename Ports::Outputs;

  /// Asserts or releases the reset now: in the middle of a cycle, or right behind its edge.
  virtual void set_reset(bool active) = 0;
  /// A reset of so many cycles without inputs, between two edges of the clock. Without any cycle,
  /// only what is reset asynchronously is.
  void reset(unsigned cycles) {
    settle({});
    set_reset(true);
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      settle({});
      clock();
    }
    settle({});
    set_reset(false);
  }
  /// Drives the inputs in the middle of a clock cycle and waits until the outputs have settled;
  /// valid until the next call. May be called several times in a cycle.
  virtual const Outputs& settle(const Inputs& inputs) = 0;
  /// The rising clock edge that ends the cycle, with the inputs of the last settle().
  virtual void clock() = 0;

 protected:
  using Twin::Twin;
};

}  // namespace lanefold
