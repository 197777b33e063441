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

  /// Asserts the reset between two edges of the clock, holds it for so many cycles, and releases it
  /// between two edges. Without any cycle, only what is reset asynchronously is.
  virtual void reset(unsigned cycles) = 0;
  /// Drives the inputs in the middle of a clock cycle and waits until the outputs have settled;
  /// valid until the next call. May be called several times in a cycle.
  virtual const Outputs& settle(const Inputs& inputs) = 0;
  /// The rising clock edge that ends the cycle, with the inputs of the last settle().
  virtual void clock() = 0;

 protected:
  using Twin::Twin;
};

}  // namespace lanefold
