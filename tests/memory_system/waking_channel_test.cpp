// SPDX-License-Identifier: Apache-2.0
// Initiators sleep until their target lets something move.
#include "blocks/memory_link/waking_channel.h"

#include <gtest/gtest.h>

#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

/// Takes every request and says nothing about it.
struct SilentTarget : tlm::tlm_fw_transport_if<> {
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_ACCEPTED;
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
};

class WakingChannelTest : public SimulationTest {
 protected:
  using Channel = WakingChannel<tlm::tlm_generic_payload>;

  WakingChannelTest() {
    sc_core::sc_start(cycles(3));
    channel_.begin(target_, request_, 3);
  }

  void moved(Cycle cycle) {
    if (moves_) channel_.moves_at(cycle);
  }

  Alarm wake_{domain(), [] {}};
  SilentTarget target_;
  tlm::tlm_generic_payload request_;
  bool moves_ = true;
  Channel channel_{domain().clock(), wake_,
                   [this](tlm::tlm_generic_payload& /*request*/, Cycle cycle) { moved(cycle); },
                   [](tlm::tlm_generic_payload& /*request*/, Cycle /*cycle*/) {}};
};

TEST_F(WakingChannelTest, WakesForTheCycleInWhichSomethingMoves) {
  EXPECT_EQ(channel_.backward(request_, tlm::BEGIN_RESP, cycles(2)), tlm::TLM_COMPLETED);
  EXPECT_EQ(sc_core::sc_time_to_pending_activity(), cycles(2));
}

TEST_F(WakingChannelTest, LetsIdleModulesSleep) {
  EXPECT_EQ(channel_.backward(request_, tlm::END_REQ, cycles(2)), tlm::TLM_ACCEPTED);
  EXPECT_FALSE(sc_core::sc_pending_activity());
  moves_ = false;
  channel_.backward(request_, tlm::BEGIN_RESP, cycles(2));
  EXPECT_FALSE(sc_core::sc_pending_activity());
}

}  // namespace
}  // namespace lanefold
