// SPDX-License-Identifier: Apache-2.0
// Per-thread instruction prefetch and instruction queues (ISCA'13 section 2.2, stage 1).
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <systemc>
#include <vector>

#include "base/index_set.h"
#include "base/pool.h"
#include "blocks/clock/alarm.h"
#include "blocks/frontend/front_end_blocks.h"
#include "blocks/memory_link/line_request.h"
#include "blocks/memory_link/payload_pool.h"
#include "blocks/memory_link/waking_channel.h"
#include "blocks/pipeline/warp_protocol.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// One fetch per cycle brings `fetch.instructions` consecutive instructions of one thread into its
/// queue, `fetch.latency` cycles later; threads take turns. Each cycle the head of every thread's
/// queue goes to decode if the latch behind it is free. After an instruction that resolves late the
/// thread waits; if it then goes on elsewhere, its queue is empty.
///
/// Unless the instruction cache is perfect, a fetch is a read within one line, on the TLM-2.0 base
/// protocol; its instructions are there when it is answered, and not before `fetch.latency`.
class Fetch final : public sc_core::sc_module, public FetchBlock {
 public:
  /// Decode and execution mask share a cycle with the head of the queue: when the call returns,
  /// `late` says whether the thread's next pc is still unknown.
  WarpInitiator decode{"decode"};
  tlm_utils::simple_initiator_socket_optional<Fetch> memory{"memory"};
  WarpTarget<Fetch> resolved{
      "resolved", this,
      &Fetch::take_resolved};  ///< from write-back: a late instruction has resolved
  ThreadTarget<Fetch> command{"command", this,
                              &Fetch::take_command};  ///< from the thread dispatcher
  CallTarget<Fetch, ThreadProtocol, kMayBeUnbound> resume{
      "resume", this, &Fetch::take_command};  ///< values have come that a thread waited for

  /// `threads` are those of the core, by slot; they and the pool outlive the module.
  /// `wake` is set when instructions arrive whose cycle was not known before.
  Fetch(const sc_core::sc_module_name& name, const MachineConfig& config, unsigned core,
        const CoreClock& clock, const std::vector<HardwareThread*>& threads,
        Pool<WarpInstruction>& pool, Alarm& wake, FetchWires& wires);

  Sockets sockets() override { return {decode, resolved, command, resume, memory}; }
  void tick(Cycle now, SlotSet latch_free) override;
  Cycle next_event(Cycle now, SlotSet latch_free) const override;
  void reset() override;
  void describe(std::ostream& out) const override;

 private:
  struct Queue {
    std::uint32_t pc = 0;                ///< of the head
    std::uint32_t count = 0;             ///< instructions present
    std::uint32_t coming = 0;            ///< instructions on their way
    Cycle arrival = 0;                   ///< at which they arrive, kNever if not known yet
    Cycle start = 0;                     ///< from which the thread may go on
    const LineRequest* fetch = nullptr;  ///< its request that memory has not answered
  };

  void take_resolved(WarpInstruction& instruction);
  void take_command(ThreadCommand& command);
  void proceed(const WarpInstruction& masked);
  void redirect(unsigned slot);
  void receive(Cycle now);
  void release_held(Cycle now);
  void deliver(SlotSet slots, Cycle now);
  SlotSet deliverable(SlotSet latch_free) const {
    return (filled_ & latch_free).without(waiting_ | wires_.held);
  }
  void request(Cycle now);
  void ask_memory(unsigned slot, Cycle now);
  void accepted(Cycle cycle);
  void answered(LineRequest& request, Cycle cycle);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  bool needs_fetch(const Queue& queue) const {
    return queue.coming == 0 && queue.count + config_.fetch.instructions <= config_.fetch.queue;
  }
  void update(unsigned slot);

  const unsigned core_;
  const CoreClock& clock_;
  const std::uint32_t line_bytes_;
  PayloadPool<LineRequest> requests_;
  WakingChannel<LineRequest> link_;
  const CoreConfig& config_;
  const bool asks_memory_;
  FetchWires& wires_;
  unsigned turn_ = 0;    ///< thread whose turn to fetch it is
  std::string failure_;  ///< thrown by the next tick: answers may come in another module's process
  const std::vector<HardwareThread*>& threads_;
  Pool<WarpInstruction>& pool_;
  std::vector<Queue> queues_;
  std::uint64_t next_id_ = 0;
  SlotSet waiting_;  ///< threads whose last instruction resolves late
  SlotSet filled_;   ///< threads with instructions in their queue
  SlotSet hungry_;   ///< threads that want a fetch
  SlotSet coming_;   ///< threads with instructions on their way
};

}  // namespace lanefold
