// SPDX-License-Identifier: Apache-2.0
// Per-thread instruction prefetch and instruction queues (ISCA'13 section 2.2, stage 1).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "execute/instruction_pool.h"
#include "frontend/warp_protocol.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// One fetch per cycle brings `fetch_instructions` consecutive instructions of one thread into its
/// queue, `fetch_latency` cycles later; threads take turns. Each cycle the head of every thread's
/// queue goes to decode if the latch behind it is free. After an instruction that resolves late the
/// thread waits; if it then goes on elsewhere, its queue is empty.
class Fetch : public sc_core::sc_module {
 public:
  WarpInitiator decode{"decode"};
  WarpTarget<Fetch> resolved{
      "resolved", this,
      &Fetch::take_resolved};  ///< from write-back: a late instruction has resolved
  ThreadTarget<Fetch> command{"command", this,
                              &Fetch::take_command};  ///< from the thread dispatcher

  /// `warps` are the threads of the core, by slot; they and the pool outlive the module.
  Fetch(const sc_core::sc_module_name& name, const CoreConfig& config,
        std::vector<std::unique_ptr<Warp>>& warps, InstructionPool& pool);

  /// `latch_free` has a bit for every thread whose decoded instruction has moved on.
  void tick(std::uint64_t now, std::uint64_t latch_free);
  std::uint64_t next_event(std::uint64_t now, std::uint64_t latch_free) const;

  /// Threads with work, those not counted that start in a cycle to come; of them, those that wait
  /// at a barrier.
  std::uint64_t resident() const { return resident_ & (~held_ | at_barrier_); }
  std::uint64_t at_barrier() const { return at_barrier_; }

  void reset();
  void describe(std::ostream& out) const;

 private:
  struct Queue {
    std::uint32_t pc = 0;       ///< of the head
    std::uint32_t count = 0;    ///< instructions present
    std::uint32_t coming = 0;   ///< instructions on their way
    std::uint64_t arrival = 0;  ///< cycle at which they arrive
    std::uint64_t start = 0;    ///< cycle from which the thread may go on
  };

  void take_resolved(WarpInstruction& instruction);
  void take_command(ThreadCommand& command);
  void redirect(unsigned slot);
  void receive(std::uint64_t now);
  void let_go(std::uint64_t now);
  void deliver(std::uint64_t slots);
  void request(std::uint64_t now);
  bool wants_fetch(const Queue& queue) const {
    return queue.coming == 0 &&
           queue.count + config_.fetch_instructions <= config_.queue_instructions;
  }
  void update(unsigned slot);

  const CoreConfig& config_;
  std::vector<std::unique_ptr<Warp>>& warps_;
  InstructionPool& pool_;
  std::vector<Queue> queues_;
  std::uint64_t next_id_ = 0;
  std::uint64_t resident_ = 0;
  std::uint64_t waiting_ = 0;  ///< threads whose last instruction resolves late
  std::uint64_t at_barrier_ = 0;
  std::uint64_t filled_ = 0;  ///< threads with instructions in their queue
  std::uint64_t hungry_ = 0;  ///< threads that want a fetch
  std::uint64_t coming_ = 0;  ///< threads with instructions on their way
  std::uint64_t held_ = 0;    ///< threads that may not go on before a cycle to come
  unsigned last_fetched_ = 63;
};

}  // namespace lanefold
