// SPDX-License-Identifier: Apache-2.0
// The load/store unit: the "SEND" pipe of an EU (ISCA'13 section 2.2, stage 6), an initiator of the
// TLM-2.0 base protocol.
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <iosfwd>
#include <queue>
#include <string>
#include <systemc>
#include <vector>

#include "base/index_set.h"
#include "blocks/clock/alarm.h"
#include "blocks/load_store/load_store_block.h"
#include "blocks/memory_link/line_request.h"
#include "blocks/memory_link/payload_pool.h"
#include "blocks/memory_link/waking_channel.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/execute/awaited_values.h"
#include "decisions/load_store/coalescer.h"
#include "decisions/load_store/line_order.h"
#include "decisions/load_store/outstanding_load.h"
#include "decisions/load_store/outstanding_operations.h"
#include "decisions/profile/flight_profile.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Takes memory instructions in the order of their issue, one at a time; others wait in a queue,
/// for which their addresses are fetched meanwhile. The time is that of line requests, sent once
/// the addresses are fetched: one a cycle or, to a cache of the core's own, each in the cycle in
/// which its banks have let all of its lanes through. A load completes with its last response, a
/// store when its last request is sent, a fence or barrier when all earlier stores of its thread
/// are answered. A snoop completes when its lines have been looked up.
///
/// Effects happen at issue or, in global memory with memory.values=through, where the requests
/// arrive: a register gets its values out of the responses as they come. Fences, and barriers that
/// order global memory, then wait for earlier loads, too.
///
/// Each response says which lanes it serves and whether the first cache had the line.
class LoadStoreUnit : public sc_core::sc_module, public LoadStoreBlock {
 public:
  WarpTarget<LoadStoreUnit> addresses{"addresses", this, &LoadStoreUnit::take};
  /// To write-back. Where lanes may be left behind it goes through the block that decides so, and a
  /// load comes there first when its lines have been looked up.
  WarpInitiator completed{"completed"};
  /// From that block: a load has gone on without some of its lanes.
  CallTarget<LoadStoreUnit, WarpProtocol, kMayBeUnbound> proceeded{"proceeded", this,
                                                                   &LoadStoreUnit::release_lanes};
  CallInitiator<ArrivalProtocol, kMayBeUnbound> arrived{
      "arrived"};                ///< to it: values for such lanes
  WarpInitiator local{"local"};  ///< to local memory, which hands back the time
  /// To the memory coalescing buffer, where slices wait at loads for the values of their lanes.
  CompletionInitiator completion{"completion"};
  tlm_utils::simple_initiator_socket<LoadStoreUnit> memory{"memory"};

  /// `wake` is set when something arrives outside of tick() that lets an instruction move.
  LoadStoreUnit(const sc_core::sc_module_name& name, const MachineConfig& config, unsigned core,
                const CoreClock& clock, LaunchStatistics& statistics, Alarm& wake,
                LoadStoreWires& wires, PipeWires& pipes);

  Sockets sockets() override {
    return {addresses, completed, proceeded, arrived, local, completion, memory};
  }
  void tick(Cycle now) override;
  SlotSet wait_for_stores(Cycle now) const override;
  bool busy() const override;
  void reset() override;
  void describe(std::ostream& out) const override;

 protected:
  /// Fills in the lines of an access, in the order in which they would be sent one a cycle.
  virtual void find_lines(const LaneAccess& access, const PrivatePlacement& placement,
                          LineAccesses& lines);

 private:
  /// Line requests on their way for which fences may wait.
  struct OnTheirWay {
    unsigned unanswered = 0;
    Cycle done = 0;  ///< cycle of the latest answer
  };
  struct Thread {
    OnTheirWay stores;
    OnTheirWay loads;                      ///< that bring values
    Cycle ordered = 0;                     ///< cycle in which its latest fence or barrier completes
    std::vector<WarpInstruction*> fences;  ///< wait for the answers

    /// Whether a fence or barrier has begun and is not complete.
    bool orders(Cycle now) const { return !fences.empty() || ordered > now; }
    /// Whether a fence or barrier has to wait for an answer of which not even the cycle is known.
    bool holds(const WarpInstruction& fence) const {
      return stores.unanswered != 0 || (loads.unanswered != 0 && fence.instruction->orders_global);
    }
    /// Cycle of the latest answer for which it has to wait.
    Cycle done(const WarpInstruction& fence) const {
      return fence.instruction->orders_global ? std::max(stores.done, loads.done) : stores.done;
    }
  };

  void take(WarpInstruction& instruction);
  void keep_stores(unsigned slot);
  Cycle free_at() const { return sending_ == nullptr ? free_at_ : kNever; }
  void show();
  void start_waiting(Cycle now);
  void find_orders();
  void start(WarpInstruction& instruction, Cycle now);
  void order(WarpInstruction& instruction, Cycle ready);
  void pass(WarpInstruction& instruction, Cycle ready);
  void access_local(WarpInstruction& instruction, Cycle ready);
  void start_requests(WarpInstruction& instruction, Cycle ready);
  void await_values(WarpInstruction& instruction);
  void count_addresses(const WarpInstruction& instruction);
  void send_line(Cycle now);
  void count_wait(WarpInstruction& instruction, Cycle cycles);
  void accepted(Cycle cycle);
  bool full(Cycle now);
  void answered(LineRequest& request, Cycle cycle);
  /// Whether the load has an entry in the memory coalescing buffer.
  bool has_entry(const OutstandingLoad& load) const { return holds_loads_ && !load.snoops; }
  void load_line_sent(OutstandingLoad& load, LaneMask lanes);
  void load_answered(OutstandingLoad& load, LaneMask lanes, Cycle cycle);
  LaneMask take_values(OutstandingLoad& load, LaneMask lanes, bool last, Cycle cycle);
  void report(OutstandingLoad& load);
  void miss(LineRequest& request, Cycle cycle);
  static void count_line(const LineRequest& request, Cycle cycle);
  void release_lanes(WarpInstruction& load);
  void count_hits(const OutstandingLoad& load);
  /// Where a line of this load counts, nullptr being a store; nowhere if no fence waits for it.
  static OnTheirWay* counted(Thread& thread, const OutstandingLoad* load) {
    if (load == nullptr) return &thread.stores;
    return load->values != nullptr && !load->snoops ? &thread.loads : nullptr;
  }
  /// One of `kind`, all of the thread's.
  void ordered_answered(Thread& thread, OnTheirWay& kind, Cycle cycle);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  const MachineConfig& config_;
  const unsigned core_;
  const std::uint32_t banks_;  ///< of the first data cache of the core's own; 0 if it has none
  const CoreClock& clock_;
  LaunchStatistics& statistics_;
  LoadStoreWires& wires_;
  PipeWires& pipes_;
  const bool holds_loads_;  ///< so it matters which lanes have their values
  const bool leaves_lanes_behind_;
  const bool divides_;             ///< so it matters when lanes have their values
  const MemoryPlace first_level_;  ///< of memory, behind the unit
  PayloadPool<LineRequest> pool_;
  Pool<OutstandingLoad> loads_;
  Pool<AwaitedValues> values_;
  WakingChannel<LineRequest> link_;  ///< its state outlives a launch that is abandoned
  std::vector<Thread> threads_;
  std::vector<PrivatePlacement> placement_;
  LineOrder lines_;  ///< of the instruction that is sent
  std::uint64_t launch_ = 0;
  Cycle fetched_ = 0;   ///< cycle in which the latest addresses are there
  Cycle line_due_ = 0;  ///< cycle of the next line if nothing is in its way
  unsigned sent_ = 0;
  bool filled_ = false;  ///< the next line has waited for an answer
  /// Requests in memory: those without an answer, and the cycles of the answers that are known
  /// already.
  unsigned unanswered_ = 0;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> answers_;
  // What every tick looks at.
  SlotSet fenced_;  ///< threads with a fence or barrier that has begun; some may have completed
  SlotSet queued_orders_;  ///< threads whose fence or barrier waits in queue_, of which it is made
  WarpInstruction* sending_ = nullptr;
  Cycle next_send_ = 0;  ///< cycle of the next line; kNever until memory answers
  Cycle free_at_ = 0;
  std::vector<WarpInstruction*> queue_;  ///< those that wait, the oldest first
  OutstandingOperations operations_;
  /// Thrown by the next tick: answers may come in another module's process.
  std::exception_ptr failure_;
};

}  // namespace lanefold
