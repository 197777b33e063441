// SPDX-License-Identifier: Apache-2.0
// Calls between sockets of protocols that only call.
#include "blocks/pipeline/call_sockets.h"

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

class Receiving : public sc_core::sc_module {
 public:
  /// Counts what comes by the way of TLM.
  class Target : public CallTarget<Receiving, WarpProtocol> {
   public:
    using CallTarget::CallTarget;
    unsigned transports = 0;

   private:
    void b_transport(WarpInstruction& instruction, sc_core::sc_time& delay) override {
      ++transports;
      EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
      static_cast<Receiving*>(receiver().module)->take(instruction);
    }
  };

  explicit Receiving(const sc_core::sc_module_name& name) : sc_module(name) {}
  void take(WarpInstruction& /*instruction*/) { ++taken; }

  Target in{"in", this, &Receiving::take};
  unsigned taken = 0;
};

class Sending : public sc_core::sc_module {
 public:
  explicit Sending(const sc_core::sc_module_name& name) : sc_module(name) {}
  WarpInitiator out{"out"};
};

class CallSockets : public SimulationTest {};

/// The way of TLM stays open to others.
TEST_F(CallSockets, CallTheModuleThemselvesOnceTheyAreBound) {
  Sending sender("sender");
  Receiving receiver("receiver");
  sender.out.bind(receiver.in);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  WarpInstruction instruction;
  sender.out.send(instruction);
  EXPECT_EQ(receiver.taken, 1U);
  EXPECT_EQ(receiver.in.transports, 0U);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  sender.out->b_transport(instruction, delay);
  EXPECT_EQ(receiver.taken, 2U);
  EXPECT_EQ(receiver.in.transports, 1U);
}

}  // namespace
}  // namespace lanefold
