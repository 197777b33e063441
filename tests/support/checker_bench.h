// SPDX-License-Identifier: Apache-2.0
// A link that a checker of the base protocol watches, for tests.
#pragma once

#include <gmock/gmock.h>
#include <tlm.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <functional>
#include <systemc>

#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/pipeline.h"

namespace lanefold {

struct Keeper : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload*) override {}
};

/// Both ends of a link: the test decides what they call and what they return.
class CheckerBench : public SimulationTest {
 protected:
  struct Initiator : sc_core::sc_module {
    explicit Initiator(const sc_core::sc_module_name& name) : sc_module(name) {
      socket.register_nb_transport_bw(this, &Initiator::backward);
    }
    tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
    std::function<tlm::tlm_sync_enum(tlm::tlm_phase&, sc_core::sc_time&)> returns;

   private:
    tlm::tlm_sync_enum backward(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                                sc_core::sc_time& delay) {
      return returns ? returns(phase, delay) : tlm::TLM_ACCEPTED;
    }
  };
  struct Target : sc_core::sc_module {
    explicit Target(const sc_core::sc_module_name& name) : sc_module(name) {
      socket.register_nb_transport_fw(this, &Target::forward);
      socket.register_b_transport(this, &Target::blocking);
      socket.register_transport_dbg(this, &Target::debug);
    }
    tlm_utils::passthrough_target_socket<Target> socket{"socket"};
    std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&)>
        returns;

   private:
    tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                               sc_core::sc_time& delay) {
      return returns ? returns(payload, phase, delay) : tlm::TLM_ACCEPTED;
    }
    void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      forward(payload, phase, delay);
    }
    unsigned debug(tlm::tlm_generic_payload&) { return 7; }
  };

  CheckerBench() {
    initiator_.socket.bind(checker_.from);
    checker_.to.bind(target_.socket);
    for (tlm::tlm_generic_payload* payload : {&first_, &second_}) {
      payload->acquire();
      payload->set_command(tlm::TLM_WRITE_COMMAND);
      payload->set_address(payload == &first_ ? 0x1000 : 0x2000);
      payload->set_data_ptr(data_);
      payload->set_data_length(sizeof data_);
      payload->set_streaming_width(sizeof data_);
    }
    sc_core::sc_start(cycles(1));
  }

  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    return initiator_.socket->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP && answers_) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    return target_.socket->nb_transport_bw(payload, phase, delay);
  }
  void target_returns(tlm::tlm_sync_enum status, tlm::tlm_phase next) {
    target_.returns = [=](tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                          sc_core::sc_time&) {
      if (answers_) payload.set_response_status(tlm::TLM_OK_RESPONSE);
      phase = next;
      return status;
    };
  }
  void initiator_returns(tlm::tlm_sync_enum status, tlm::tlm_phase next) {
    initiator_.returns = [=](tlm::tlm_phase& phase, sc_core::sc_time&) {
      phase = next;
      return status;
    };
  }
  void expect_violation(const char* sentence) const {
    EXPECT_THAT(checker_.violation(), ::testing::HasSubstr(sentence));
  }
  void expect_none() const {
    EXPECT_EQ(checker_.violation(), "");
    EXPECT_TRUE(checker_.idle());
  }

  Keeper keeper_;
  tlm::tlm_generic_payload first_{&keeper_};
  tlm::tlm_generic_payload second_{&keeper_};
  unsigned char data_[8] = {};
  bool answers_ = true;
  Initiator initiator_{"initiator"};
  Target target_{"target"};
  BaseProtocolChecker checker_{"checker"};
};

}  // namespace lanefold
