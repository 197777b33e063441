// SPDX-License-Identifier: Apache-2.0
// A cache's backward path to those who ask: which request is accepted, which has missed, and the
// responses.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <deque>

#include "base/pool.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/memory_link/response_channel.h"

namespace lanefold {

class CoherencePort;
class UpstreamRequests;

class UpstreamResponses {
 public:
  using Initiators = tlm_utils::multi_passthrough_target_socket<UpstreamRequests>;
  using Directory = tlm_utils::multi_passthrough_target_socket_optional<CoherencePort>;

  UpstreamResponses(const CacheSpec& spec, CacheSchedule& schedule, Initiators& up,
                    Directory& probes)
      : spec_(spec), schedule_(schedule), up_(up), probes_(probes) {}

  /// What is remembered of a request until its response is taken.
  CacheRequest& remember(const CacheRequest& request);

  /// The request phase ends with the current cycle.
  void accept(CacheRequest& request);
  /// Whether the phase of a request that has come just now ends with the call by which it came.
  bool accepted_by_return(const CacheRequest& request);
  /// Calls the initiator at once: a hit would be answered after the hit time.
  void report_miss(const CacheRequest& request);
  /// Data and status of the request are final, and go with the current cycle.
  void answer(CacheRequest& request);
  /// An answer is given in this cycle.
  void note_answer(Cycle cycle) { last_answer_ = std::max(last_answer_, cycle); }

  /// Says all that is to be said in cycle `now`.
  void send(Cycle now);
  /// The initiator takes its response.
  void end_response(int port, const sc_core::sc_time& delay) { end(answers_.at(port), delay); }
  void end_probe_response(const sc_core::sc_time& delay) { end(probe_answers_, delay); }

  /// Requests without an answer.
  std::uint64_t open() const { return open_; }
  Cycle last_answer() const { return last_answer_; }

 private:
  using Answers = ResponseChannel<CacheRequest>;

  void end_requests();
  void send_answers(Cycle now);
  void send_answers_in(Cycle cycle);
  void end(Answers& answers, const sc_core::sc_time& delay);
  void finish(CacheRequest& request);

  const CacheSpec& spec_;
  CacheSchedule& schedule_;
  Initiators& up_;
  Directory& probes_;
  Pool<CacheRequest> pool_;
  std::deque<CacheRequest*> to_accept_;
  ResponseChannels<CacheRequest> answers_{spec_.clock};
  Answers probe_answers_{spec_.clock};
  bool answers_due_ = false;
  std::uint64_t open_ = 0;
  Cycle last_answer_ = 0;
};

}  // namespace lanefold
