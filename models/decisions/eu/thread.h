// SPDX-License-Identifier: Apache-2.0
// One hardware thread of Gen8's EU: what it does, instruction by instruction.
#pragma once

#include <cstdint>

#include "base/state_bytes.h"
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
  bool meets_barrier = false;  ///< the thread waits for the others of its work-group
};

/// Reused for one thread after another.
class Thread {
 public:
  /// Begins the kernel with `dispatched` channels; at least one. Registers keep what they have:
  /// the caller fills them with the payload. `code` and what `memory` points to outlive the thread.
  void start(const KernelCode& code, ChannelMask dispatched, const ThreadMemory& memory);

  Registers& registers() { return registers_; }
  const Registers& registers() const { return registers_; }
  const ChannelEnables& enables() const { return enables_; }
  const ThreadMemory& memory() const { return memory_; }
  bool ended() const { return ended_; }
  /// All that decides what the thread does next, but for memory.
  StateParts state() const {
    return {{{&enables_, sizeof enables_},
             {&barrier_signalled_, sizeof barrier_signalled_},
             {&registers_, sizeof registers_},
             {}}};
  }

  /// Carries out the next instruction of a thread that has not ended and does not wait. Throws
  /// ChannelFault, and Error(IllegalInstruction) if the thread ends while channels wait.
  Executed execute();

  // The same in steps, for a pipeline in which the thread goes on before an instruction has been
  // carried out. Instructions are carried out in the order of the program.

  /// What an operation or message does, for channels as they were when it was next: `enabled` are
  /// ChannelEnables::enabled(). Returns those that execute.
  Executed carry_out(const LinkedInstruction& at, ChannelMask enabled);
  /// The channels of the instruction's window for which a branch's predicate holds.
  ChannelMask predicate_of_branch(const LinkedInstruction& at) const {
    return predicate_of(at.instruction, registers_, at.window);
  }
  /// Goes on behind the next instruction; behind a branch for whose channels `predicate` holds.
  /// Returns whether channels go different ways. A `ret` finds its return place in registers;
  /// throws Error(IllegalInstruction) if that is not behind a `call`.
  bool go_on(ChannelMask predicate);
  /// The same of a branch that is carried out only now.
  bool resolve(ChannelMask predicate);
  /// Goes on behind a `wait`. Returns whether the thread waits for a barrier that it has signalled.
  bool meet_barrier();
  /// The thread ends. Throws Error(IllegalInstruction) while channels wait.
  void end();

 private:
  bool leave_subroutine(ChannelMask predicate);

  Registers registers_;
  ChannelEnables enables_;
  ThreadMemory memory_;
  bool ended_ = true;
  bool barrier_signalled_ = false;  ///< the next `wait` waits for it
};

}  // namespace lanefold::gen8
