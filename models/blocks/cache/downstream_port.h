// SPDX-License-Identifier: Apache-2.0
// A cache's side of the link to the next level: the requests that it makes, and those on their way.
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <functional>
#include <iosfwd>

#include "blocks/cache/cache_banks.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/cache_schedule.h"
#include "blocks/cache/cache_spec.h"
#include "blocks/memory_link/payload_pool.h"
#include "blocks/memory_link/request_queue.h"
#include "decisions/cache/write_back_tracker.h"

namespace lanefold {

class DownstreamPort {
 public:
  using Socket = tlm_utils::simple_initiator_socket<DownstreamPort>;
  using Requests = RequestQueue<DownRequest>;

  /// `accepted(request, cycle)`: the next level has the request and its data.
  DownstreamPort(const CacheSpec& spec, CacheSchedule& schedule, CacheBanks& banks, Socket& socket,
                 Requests::Event accepted);

  /// The requests that there are, to be sent by send().
  DownRequest& fetch(std::uint64_t line, std::uint32_t mshr);
  /// What a request from upstream wants.
  DownRequest& forward(CacheRequest& request, std::uint32_t mshr);
  /// With `written`, only these bytes of the line.
  DownRequest& write_back(std::uint64_t line, const unsigned char* data,
                          const unsigned char* written);
  /// A line leaves that is as in memory.
  DownRequest& notice(std::uint64_t line);

  /// In this cycle, or when the link is free.
  void send(DownRequest& request, Cycle cycle);
  void ready(DownRequest& request) { outgoing_.push(request); }
  /// Sends what the link takes now, in the order in which it became ready.
  void send_ready();
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  /// The response to a request has come; finish() follows when it is dealt with.
  void answered(DownRequest& request);
  void finish(DownRequest& request);
  /// What a request writes is no longer newer than what is below.
  void end_write(DownRequest& request);
  /// Writes without an answer, in their order.
  boost::intrusive::list<DownRequest>& writes() { return writes_; }
  /// Calls `done`, if there is one, when all write-backs up to now are answered.
  void flush(std::function<void()> done);

  /// The next level, for debug transport.
  tlm::tlm_fw_transport_if<>& target() { return *socket_.operator->(); }
  /// Without time; returns the bytes that the next level has moved.
  unsigned debug(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                 unsigned length);

  bool busy() const { return unanswered_ != 0; }
  std::uint64_t bytes() const { return bytes_; }
  void reset_bytes() { bytes_ = 0; }
  std::uint64_t answers() const { return answers_; }
  void describe(std::ostream& out) const;

 private:
  const CacheSpec& spec_;
  CacheSchedule& schedule_;
  CacheBanks& banks_;
  Socket& socket_;
  PayloadPool<DownRequest> pool_;  ///< outlives the list
  Requests outgoing_;
  boost::intrusive::list<DownRequest> writes_;
  WriteBackTracker write_backs_;
  std::uint64_t unanswered_ = 0;
  std::uint64_t answers_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace lanefold
