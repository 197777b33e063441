// SPDX-License-Identifier: Apache-2.0
// A link of the TLM-2.0 base protocol that takes its time, so that messages overtake each other.
#pragma once

#include <tlm.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstdint>
#include <systemc>

#include "base/pool.h"
#include "base/timing_wheel.h"
#include "blocks/clock/core_clock.h"
#include "blocks/memory_link/request_queue.h"
#include "blocks/memory_link/response_channel.h"
#include "decisions/cache/seeded_random.h"
#include "tests/support/pipeline.h"

namespace lanefold {

/// Takes every request at once and passes it on after `request_cycles`, its response after
/// `response_cycles`; `jitter` adds a random number of cycles below it to both.
class DelayLink : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<DelayLink> from{"from"};
  tlm_utils::simple_initiator_socket<DelayLink> to{"to"};
  std::uint64_t request_cycles = 0;
  std::uint64_t response_cycles = 0;
  std::uint64_t jitter = 0;
  SeededRandom random;

  SC_HAS_PROCESS(DelayLink);
  explicit DelayLink(const sc_core::sc_module_name& name) : sc_module(name) {
    from.register_nb_transport_fw(this, &DelayLink::forward);
    from.register_transport_dbg(this, &DelayLink::debug);
    to.register_nb_transport_bw(this, &DelayLink::backward);
    SC_METHOD(run);
    sensitive << wake_;
    dont_initialize();
  }

 private:
  using Payload = tlm::tlm_generic_payload;
  struct Message {
    Payload* payload = nullptr;  ///< nullptr: look at the channels
    bool response = false;
  };
  struct Answer {
    Payload* payload = nullptr;
  };

  void later(Payload* payload, bool response, std::uint64_t cycle) {
    wheel_.push(cycle, {payload, response});
    wake_.notify(clock_.until(std::max(clock_.cycle_after(), wheel_.next())));
  }
  std::uint64_t extra() { return jitter == 0 ? 0 : random.below(jitter); }

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      answers_.end(delay, [this](Answer& answer) { finish(answer); });
      later(nullptr, false, clock_.cycle_after(delay));
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    later(&payload, false, clock_.cycle_after(delay) + request_cycles + extra());
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const tlm::tlm_sync_enum status = requests_.backward(payload, phase, delay);
    later(nullptr, false, clock_.cycle_after());
    return status;
  }

  unsigned debug(Payload& payload) { return to->transport_dbg(payload); }

  void run() {
    const std::uint64_t now = clock_.cycle_after();
    wheel_.take_due(now, [this](Message& message) {
      if (message.payload == nullptr) return;
      if (message.response) {
        Answer& answer = pool_.take();
        answer.payload = message.payload;
        answers_.push(answer);
      } else {
        requests_.push(*message.payload);
      }
    });
    requests_.send(*to.operator->(), now);
    answers_.send(*from.operator->(), now, [this](Answer& answer) { finish(answer); });
    for (const std::uint64_t due : {requests_.due(), answers_.due()}) {
      if (due != kNever) wheel_.push(due, {});
    }
    if (!wheel_.empty()) wake_.notify(clock_.until(std::max(now, wheel_.next())));
  }

  void finish(Answer& answer) {
    answer.payload->release();
    pool_.give_back(answer);
  }

  CoreClock clock_{cycles(1)};
  TimingWheel<Message> wheel_;
  RequestQueue<Payload> requests_{clock_, Sees::AtOnce, [this](Payload& payload, Cycle cycle) {
                                    later(&payload, true, cycle + response_cycles + extra());
                                  }};
  Pool<Answer> pool_;
  ResponseChannel<Answer> answers_{clock_};
  sc_core::sc_event wake_{"wake"};
};

}  // namespace lanefold
