// SPDX-License-Identifier: Apache-2.0
// Operations, branches and messages of a thread.
#include "decisions/eu/thread.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold::gen8 {

void Thread::start(const KernelCode& code, ChannelMask dispatched, const ThreadMemory& memory) {
  memory_ = memory;
  barrier_signalled_ = false;
  state_ = State::Runs;
  enables_.start(code, dispatched);
}

Executed Thread::execute() {
  const LinkedInstruction& at = enables_.current();
  switch (at.kind) {
    case InstructionKind::Operation:
      return operate(at);
    case InstructionKind::Branch:
      return branch(at);
    default:
      return send(at);
  }
}

Executed Thread::operate(const LinkedInstruction& at) {
  ChannelMask channels = enables_.addressed();
  registers_.channel_enable = enables_.enabled();
  if (channels != 0) channels = at.operate(at.instruction, registers_, channels);
  if (at.instruction.opcode == Opcode::Wait && barrier_signalled_) {
    barrier_signalled_ = false;
    state_ = State::AtBarrier;
  }
  enables_.step();
  return {&at, channels, false, false};
}

Executed Thread::branch(const LinkedInstruction& at) {
  const ChannelMask channels = enables_.addressed();
  const bool diverged = enables_.branch(predicate_of(at.instruction, registers_, at.window));
  return {&at, channels, diverged, false};
}

Executed Thread::send(const LinkedInstruction& at) {
  const ChannelMask channels = predicate_of(at.instruction, registers_, enables_.addressed());
  bool changes = false;
  switch (at.message.kind) {
    case MessageKind::End:
      end(at);
      return {&at, channels, false, false};
    case MessageKind::Barrier:
      barrier_signalled_ = true;
      break;
    case MessageKind::Fence:
      break;
    default:
      changes =
          channels != 0 && access_memory(at.instruction, at.message, registers_, channels, memory_);
  }
  enables_.step();
  return {&at, channels, false, changes};
}

void Thread::end(const LinkedInstruction& at) {
  if (enables_.waiting() != 0) {
    throw Error(ErrorKind::IllegalInstruction,
                fmt::format("Gen8 instruction at {:#x}: the thread ends while channels {:#x} wait "
                            "elsewhere",
                            at.instruction.offset, enables_.waiting()));
  }
  state_ = State::Ended;
}

}  // namespace lanefold::gen8
