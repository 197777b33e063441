// SPDX-License-Identifier: Apache-2.0
// A link to a memory outside that is loosely timed.
#pragma once

#include <cstddef>
#include <deque>

#include "machine/gpu/memory_link.h"

namespace lanefold {

/// Makes a blocking call of each request, in a process of its own, so that as many are under way as
/// the machine sends. A request ends when it begins; its response begins when the call has returned
/// and the delay that it annotates has passed, and after the one before has been taken (IEEE
/// 1666-2011, clause 15.2.6).
class BlockingLink final : public MemoryLink {
 public:
  using MemoryLink::MemoryLink;

 private:
  struct Request {
    tlm::tlm_generic_payload* payload;
    sc_core::sc_time delay;
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void serve();
  void respond(tlm::tlm_generic_payload& payload);
  void end_response(const sc_core::sc_time& delay);

  std::deque<Request> waiting_;
  sc_core::sc_event begun_{"begun"};
  std::size_t idle_ = 0;  ///< processes that wait for a request
  bool responding_ = false;
  sc_core::sc_time free_;  ///< from when on the next response may begin
  sc_core::sc_event taken_{"taken"};
};

}  // namespace lanefold
