// SPDX-License-Identifier: Apache-2.0
// One hardware thread of Gen8's EU: what it does, instruction by instruction.
#pragma once

#include <cstdint>

#include "decisions/eu/channel_enables.h"
#include "decisions/eu/kernel_code.h"
#include "decisions/eu/message_access.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

/// What an instruction has done.
struct Executed {
  const LinkedInstruction* instruction = nullptr;
  ChannelMask channels = 0;  ///< for which it was carried out: what compaction sees
  bool diverged = false;     ///< a branch sent channels different ways
  bool changed_memory = false;
};

/// Reused for one thread after another.
class Thread {
 public:
  enum class State : std::uint8_t { Runs, AtBarrier, Ended };

  /// Begins the kernel with `dispatched` channels; at least one. Registers keep what they have:
  /// the caller fills them with the payload. `code` and what `memory` points to outlive the thread.
  void start(const KernelCode& code, ChannelMask dispatched, const ThreadMemory& memory);

  Registers& registers() { return registers_; }
  const ChannelEnables& enables() const { return enables_; }
  State state() const { return state_; }
  /// All threads of the work-group have reached the barrier.
  void pass_barrier() { state_ = State::Runs; }

  /// Carries out the next instruction of a thread that runs. Throws ChannelFault, and
  /// Error(IllegalInstruction) if the thread ends while channels wait.
  Executed execute();

 private:
  Executed operate(const LinkedInstruction& at);
  Executed branch(const LinkedInstruction& at);
  Executed send(const LinkedInstruction& at);
  void end(const LinkedInstruction& at);

  Registers registers_;
  ChannelEnables enables_;
  ThreadMemory memory_;
  State state_ = State::Ended;
  bool barrier_signalled_ = false;  ///< the next `wait` waits for it
};

}  // namespace lanefold::gen8
