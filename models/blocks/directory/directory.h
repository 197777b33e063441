// SPDX-License-Identifier: Apache-2.0
// The directory: keeps private caches coherent, in front of the memory that they share.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "base/index_set.h"
#include "base/pool.h"
#include "base/timing_wheel.h"
#include "blocks/cache/cache_request.h"
#include "blocks/clock/alarm.h"
#include "blocks/directory/directory_statistics.h"
#include "blocks/memory_link/payload_pool.h"
#include "blocks/memory_link/request_queue.h"
#include "blocks/memory_link/response_channel.h"
#include "decisions/coherence/mesi.h"
#include "lanefold/machine_config.h"
#include "lanefold/machine_state.h"

namespace lanefold {

/// Serves one request per line at a time, in the order of arrival. Requests without
/// CoherenceExtension come from an initiator without a coherent cache.
/// docs/method/modelling-memory.md has protocol and timing.
class Directory : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<Directory> up{"up"};
  tlm_utils::simple_initiator_socket<Directory> down{"down"};
  /// To the `probes` of the caches, in the order of their ids.
  tlm_utils::multi_passthrough_initiator_socket<Directory> probes{"probes"};

  static constexpr unsigned kMostCaches = 64;

  Directory(const sc_core::sc_module_name& name, const DirectoryConfig& config,
            std::uint32_t line_bytes, ClockDomain& domain);

  /// What is known of a line (its address divided by its size).
  DirectoryLine line(std::uint64_t line) const;
  /// All lines that a cache may have; of a directory that is not busy.
  std::vector<DirectoryLineState> state() const;
  void restore(const std::vector<DirectoryLineState>& lines);
  bool busy() const { return open_ != 0 || unanswered_ != 0; }
  /// Cycle of the latest answer.
  Cycle last_answer() const { return last_answer_; }
  const DirectoryStatistics& statistics() const { return statistics_; }
  void reset_statistics() { statistics_ = {}; }
  void describe(std::ostream& out) const;

 private:
  struct Entry;
  /// A request, until it is answered.
  struct Transaction : CacheRequest {
    DirectoryRequest request = DirectoryRequest::Read;
    unsigned cache = 0;
    unsigned probes = 0;  ///< without an answer
    bool asked_memory = false;
    bool waits_for_memory = false;
    bool has_data = false;
    Entry* entry = nullptr;       ///< of its line
    Transaction* next = nullptr;  ///< waits for the same line
    std::vector<unsigned char> data;
  };
  /// Transactions that wait for the line follow the active one, in the order of arrival.
  struct Entry {
    DirectoryLine line;
    Transaction* active = nullptr;
    Transaction* last = nullptr;
  };
  struct Event {
    enum class Kind : std::uint8_t {
      Wake,
      Arrive,
      Finish,
      Probe,
      ProbeAnswered,
      Answered
    } kind = Kind::Wake;
    Transaction* transaction = nullptr;
    DownRequest* request = nullptr;
  };
  using Answers = ResponseChannel<CacheRequest>;
  using Requests = RequestQueue<DownRequest>;

  void end_of_elaboration() override;

  // Upstream.
  tlm::tlm_sync_enum nb_transport_fw(int port, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int port, tlm::tlm_generic_payload& payload);
  bool has_work(tlm::tlm_generic_payload& payload) const;
  Transaction& make(tlm::tlm_generic_payload& payload);
  void arrive(Transaction& transaction, Cycle now);
  void admit_held(Cycle now);
  void end_requests();
  void send_answers(Cycle now);
  void send_answers_in(Cycle cycle);

  // A request on its way.
  void begin(Transaction& transaction, Cycle now);
  void take_back(Transaction& transaction, const DirectoryPlan& plan, Cycle now);
  void probe_caches(Transaction& transaction, const DirectoryPlan& plan, Cycle now);
  void proceed(Transaction& transaction, Cycle now);
  void probe_answered(DownRequest& probe, Cycle now);
  void memory_answered(DownRequest& request, Cycle now);
  void grant_line(Transaction& transaction);
  void finish(Transaction& transaction, Cycle now);
  void forget(Transaction& transaction);

  // Downstream.
  void read_memory(Transaction& transaction);
  void write_memory(std::uint64_t line, const unsigned char* data);
  void pass_on(Transaction& transaction);
  void send(DownRequest& request);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  tlm::tlm_sync_enum probe_bw(int cache, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay);

  void run();
  void send_probes(unsigned cache, Cycle now);
  void take(Event& event, Cycle now);
  void wake_now();
  void wake();

  const DirectoryConfig config_;
  const std::uint32_t line_bytes_;
  const CoreClock& clock_;
  std::unordered_map<std::uint64_t, Entry> lines_;
  Pool<Transaction> transactions_;
  PayloadPool<DownRequest> requests_;
  Requests memory_;
  std::deque<Requests> probing_;  ///< by cache
  IndexSet to_probe_;             ///< caches for which probes wait
  ResponseChannels<CacheRequest> answers_{clock_};
  std::deque<Transaction*> held_;  ///< for which there is no place
  std::deque<Transaction*> to_accept_;
  TimingWheel<Event> wheel_;
  Alarm wake_;
  bool answers_due_ = false;
  std::uint32_t active_ = 0;  ///< transactions that have a place
  std::uint64_t open_ = 0;    ///< transactions
  Cycle last_answer_ = 0;
  std::uint64_t unanswered_ = 0;  ///< own requests
  DirectoryStatistics statistics_;
};

}  // namespace lanefold
