// SPDX-License-Identifier: Apache-2.0
// The memory controller: the last target of the memory system.
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <systemc>

#include "blocks/clock/core_clock.h"
#include "decisions/dram/dram_timing.h"
#include "decisions/dram/memory_content.h"
#include "lanefold/machine_config.h"

namespace lanefold {

struct DramStatistics {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t written_bytes = 0;
  std::uint64_t row_hits = 0;
  std::uint64_t rows_closed = 0;
  std::uint64_t row_conflicts = 0;
  std::uint64_t waited_cycles = 0;
  std::uint64_t read_cycles = 0;
  std::uint64_t reading_cycles = 0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor& visit);
};

/// Takes requests of any length from any number of initiators and serves them in the order of
/// their calls. A request completes in its forward call with an annotated delay, since the answer's
/// time is known at once (IEEE 1666-2011, clause 15.2.3). Carries out atomics.
class MemoryController : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<MemoryController> socket{"socket"};

  MemoryController(const sc_core::sc_module_name& name, const DramConfig& config,
                   std::uint32_t clock_mhz, const CoreClock& clock, MemoryContent& content);

  const DramStatistics& statistics() const { return statistics_; }
  /// Cycle in which the latest answer has been or will be given.
  Cycle last_answer() const { return last_answer_; }
  /// Idle again, with closed rows and empty statistics; what memory holds stays.
  void reset();
  void describe(std::ostream& out) const;

 private:
  tlm::tlm_sync_enum nb_transport_fw(int id, tlm::tlm_generic_payload& payload,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(int id, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int id, tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status access(tlm::tlm_generic_payload& payload);
  void read(tlm::tlm_generic_payload& payload);
  void write(const tlm::tlm_generic_payload& payload);
  sc_core::sc_time serve(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
  void count_read(Cycle arrival, Cycle answer);

  const CoreClock& clock_;
  MemoryContent& content_;
  std::unique_ptr<DramTiming> timing_;
  DramStatistics statistics_;
  Cycle last_answer_ = 0;
  Cycle reading_until_ = 0;
};

template <class Self, class Visitor>
void DramStatistics::describe(Self& self, Visitor& visit) {
  visit.counter("reads", self.reads, "requests", "reads and atomics");
  visit.counter("writes", self.writes, "requests", "writes");
  visit.counter("read_bytes", self.read_bytes, "bytes", "bytes read");
  visit.counter("written_bytes", self.written_bytes, "bytes", "bytes written");
  visit.counter("row_hits", self.row_hits, "requests", "requests that found their row open");
  visit.counter("rows_closed", self.rows_closed, "requests", "requests that found no row open");
  visit.counter("row_conflicts", self.row_conflicts, "requests",
                "requests that found another row open");
  visit.counter("waited_cycles", self.waited_cycles, "cycles",
                "cycles that requests waited behind earlier requests, summed");
  visit.counter("read_cycles", self.read_cycles, "cycles",
                "cycles from the arrival of reads to their answers, summed");
  visit.counter("reading_cycles", self.reading_cycles, "cycles",
                "cycles in which at least one read had arrived and was not answered");
}

}  // namespace lanefold
