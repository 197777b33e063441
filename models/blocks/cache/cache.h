// SPDX-License-Identifier: Apache-2.0
// A cache: a target of the TLM-2.0 base protocol, and an initiator towards the next level.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "base/pool.h"
#include "base/timing_wheel.h"
#include "blocks/cache/cache_request.h"
#include "blocks/cache/coherence_port.h"
#include "blocks/clock/alarm.h"
#include "blocks/memory_link/payload_pool.h"
#include "blocks/memory_link/request_queue.h"
#include "blocks/memory_link/response_channel.h"
#include "decisions/cache/cache_array.h"
#include "decisions/cache/cache_statistics.h"
#include "decisions/cache/mshr_file.h"
#include "decisions/cache/write_back_tracker.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Where a cache stands among others, which decides where atomics are carried out.
enum class CacheRole : std::uint8_t {
  Private,   ///< others may have the same lines, and nobody keeps them equal: atomics are passed on
  Coherent,  ///< a directory below keeps it and others equal: atomics are carried out here
  Shared,    ///< everybody's requests come here: atomics are carried out here
};

/// Takes requests that lie within one line. docs/modelling-memory.md has its timing.
class Cache : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<Cache> up{"up"};
  tlm_utils::simple_initiator_socket<Cache> down{"down"};
  /// Of a Coherent cache: the directory's probes.
  tlm_utils::multi_passthrough_target_socket_optional<Cache> probes{"probes"};

  /// Throws Error(Configuration) if the cache cannot be; `section` is its name in configurations,
  /// `id` is by which the directory knows it.
  Cache(const sc_core::sc_module_name& name, const CacheConfig& config, const std::string& section,
        std::uint32_t line_bytes, ClockDomain& domain, CacheRole role, unsigned id = 0);

  /// Modified lines are sent downstream, all lines are forgotten, those on their way are not kept.
  /// `done`, if there is one, is called when the next level has answered all write-backs up to now:
  /// at once if there are none.
  void flush(std::function<void()> done = {});
  /// Whether any request waits here or any line is on its way.
  bool busy() const { return requests_ != 0 || unanswered_ != 0; }
  /// Cycle of the latest answer.
  Cycle last_answer() const { return last_answer_; }
  const CacheArray& array() const { return array_; }
  /// Of a Coherent cache.
  LineCondition condition(std::uint64_t line) const { return coherence_->condition(line); }
  const CacheStatistics& statistics(std::uint32_t bank) const { return banks_[bank].statistics; }
  /// Over all banks.
  CacheStatistics statistics() const;
  /// That its requests to the level below read and write, since reset_statistics().
  std::uint64_t bytes_below() const { return bytes_below_; }
  void reset_statistics();
  /// Ever: a cache that gets them is alive.
  std::uint64_t answers_from_below() const { return answers_from_below_; }
  void describe(std::ostream& out) const;

 private:
  /// Targets are in the order of their look-ups.
  using Mshrs = CoherencePort::Mshrs;
  using Answers = ResponseChannel<CacheRequest>;

  struct Bank {
    std::deque<CacheRequest*> waiting;
    Cycle free_at = 0;
    bool due = false;      ///< its next look-up is in the wheel
    bool stalled = false;  ///< its next look-up waits for a line or a register
    CacheStatistics statistics;
  };
  struct Event {
    enum class Kind : std::uint8_t {
      Arrive,
      LookUp,
      Answer,
      Send,
      Fill,
      Probe,
      Wake
    } kind = Kind::Wake;
    CacheRequest* request = nullptr;
    DownRequest* down = nullptr;
    Bank* bank = nullptr;
  };

  // Upstream: requests and their answers.
  tlm::tlm_sync_enum nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  CacheRequest& remember(const CacheRequest& request);
  tlm::tlm_sync_enum begin_request(int port, tlm::tlm_generic_payload& payload,
                                   tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void answer_at_once(const CacheRequest& request, Cycle now);
  void end_requests();
  void answer(CacheRequest& request);
  void send_answers(Cycle now);
  void send_answers_in(Cycle cycle);
  void end_response(Answers& answers, const sc_core::sc_time& delay);
  void finish(CacheRequest& request);

  // Banks and look-ups.
  Bank& bank_of(std::uint64_t line) { return banks_[line & (banks_.size() - 1)]; }
  static std::uint64_t holds_bank(const CacheRequest& request);
  bool idle(const Bank& bank, Cycle now) const;
  void enqueue(CacheRequest& request, Cycle now);
  void serve(Bank& bank, Cycle now);
  void accept_waiting(Bank& bank);
  void accept(CacheRequest& request);
  bool look_up(CacheRequest& request, Cycle now);
  bool try_hit(const CacheRequest& request);
  void report_miss(const CacheRequest& request);
  bool miss(CacheRequest& request, Cycle now);
  bool drop(CacheRequest& request, Cycle now);
  bool passes_on(const CacheRequest& request) const;
  bool pass_on(CacheRequest& request, Cycle now);
  void hit_perfectly(const CacheRequest& request);
  void retry_stalled(Cycle now);

  // Downstream: lines that come and go.
  void fetch(Mshrs::Index mshr, Cycle cycle);
  void send_later(DownRequest& request, Cycle cycle);
  void send_down();
  void accepted(DownRequest& request);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void answered(DownRequest& request, Cycle now);
  void fill(DownRequest& request, Cycle now);
  void forwarded(DownRequest& request, Cycle now);
  LineState serve_targets(DownRequest& request, Cycle now);
  void answer_from(CacheRequest& request, Cycle cycle);
  DownRequest* install(DownRequest& fetched, LineState state, bool keep);
  DownRequest* leave(std::uint64_t line, LineState state, const unsigned char* data,
                     const unsigned char* written);
  DownRequest& write_back(std::uint64_t line, const unsigned char* data,
                          const unsigned char* written);
  void release(std::uint32_t mshr);
  void end_write(const DownRequest& request);

  // Coherence: what the directory wants.
  bool coherent() const { return coherence_ != nullptr; }
  tlm::tlm_sync_enum probe_fw(int port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);
  bool take_probe(tlm::tlm_generic_payload& payload);
  void probe_arrives(CacheRequest& probe, Cycle now);
  DownRequest* put(std::uint64_t line, LineState state, const unsigned char* data);
  void put_answered(DownRequest& request);
  unsigned probe_dbg(int port, tlm::tlm_generic_payload& payload);

  // Without time.
  unsigned transport_dbg(int port, tlm::tlm_generic_payload& payload);
  unsigned debug_line(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                      unsigned length);
  unsigned debug_here(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                      unsigned length);
  unsigned debug_down(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                      unsigned length);

  void run();
  void take(Event& event, Cycle now);
  void wake();

  const CacheConfig config_;
  const std::uint32_t line_bytes_;
  const CoreClock& clock_;
  const sc_core::sc_time hit_time_;
  const CacheRole role_;
  const bool writes_through_;
  const bool marks_writes_;
  unsigned line_shift_ = 0;

  CacheArray array_;
  Mshrs mshrs_;
  std::unique_ptr<CoherencePort> coherence_;  ///< of a Coherent cache only
  std::vector<Bank> banks_;
  ResponseChannels<CacheRequest> answers_{clock_};
  Pool<CacheRequest> request_pool_;
  PayloadPool<DownRequest> down_pool_;
  TimingWheel<Event> wheel_;
  Alarm wake_;
  std::deque<CacheRequest*> to_accept_;  ///< their request phase is to be ended
  std::vector<Bank*> stalled_;
  bool retry_ = false;  ///< what stalled banks wait for may be there
  bool answers_due_ = false;
  RequestQueue<DownRequest> outgoing_;
  std::vector<DownRequest*> writes_;  ///< writes downstream without an answer, in their order
  WriteBackTracker write_backs_;
  std::uint64_t requests_ = 0;
  Cycle last_answer_ = 0;
  std::uint64_t answers_from_below_ = 0;
  std::uint64_t bytes_below_ = 0;
  std::uint64_t unanswered_ = 0;
  std::vector<unsigned char> line_buffer_;
};

}  // namespace lanefold
