// SPDX-License-Identifier: Apache-2.0
// Operations, branches and messages of a thread.
#include "decisions/eu/thread.h"

#include <fmt/format.h>

#include <utility>

#include "decisions/eu/subroutine.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {

void Thread::start(const KernelCode& code, ChannelMask dispatched, const ThreadMemory& memory) {
  memory_ = memory;
  barrier_signalled_ = false;
  ended_ = false;
  enables_.start(code, dispatched);
}

Executed Thread::execute() {
  const LinkedInstruction& at = enables_.current();
  if (at.branches()) {
    const ChannelMask channels = enables_.addressed();
    return {&at, channels, resolve(predicate_of_branch(at)), false, false};
  }
  Executed done = carry_out(at, enables_.enabled());
  switch (at.kind) {
    case InstructionClass::Exit:
      end();
      break;
    case InstructionClass::Barrier:
      done.meets_barrier = meet_barrier();
      break;
    default:
      enables_.step();
  }
  return done;
}

Executed Thread::carry_out(const LinkedInstruction& at, ChannelMask enabled) {
  const ChannelMask addressed = addressed_by(at, enabled);
  Executed done{&at, addressed, false, false, false};
  if (at.operate != nullptr) {
    registers_.channel_enable = enabled;
    if (addressed != 0) done.channels = at.operate(at.instruction, registers_, addressed);
    return done;
  }
  done.channels = predicate_of(at.instruction, registers_, addressed);
  if (at.kind == InstructionClass::Message) barrier_signalled_ = true;
  if (accesses_memory(at) && done.channels != 0) {
    done.changed_memory =
        access_memory(at.instruction, at.message, registers_, done.channels, memory_);
  }
  return done;
}

bool Thread::go_on(ChannelMask predicate) {
  const LinkedInstruction& at = enables_.current();
  if (at.instruction.opcode == Opcode::Ret) return leave_subroutine(predicate);
  if (at.branches()) return enables_.branch(predicate);
  enables_.step();
  return false;
}

bool Thread::resolve(ChannelMask predicate) {
  const LinkedInstruction& at = enables_.current();
  if (at.operate != nullptr) at.operate(at.instruction, registers_, enables_.addressed());
  return go_on(predicate);
}

bool Thread::leave_subroutine(ChannelMask predicate) {
  const Instruction& ret = enables_.current().instruction;
  const ReturnPlace place = return_place(ret, registers_);
  const auto number = instruction_at(enables_.code(), place.offset);
  const bool behind_call =
      number.value_or(0) > 0 && enables_.code()[*number - 1].instruction.opcode == Opcode::Call;
  if (!behind_call) {
    throw Error(
        ErrorKind::IllegalInstruction,
        fmt::format("Gen8 instruction at {:#x} ({}): returns to {:#x}, which is not behind a "
                    "call",
                    ret.offset, disassemble(ret), place.offset));
  }
  return enables_.return_to(*number, place.channels, predicate);
}

bool Thread::meet_barrier() {
  enables_.step();
  return std::exchange(barrier_signalled_, false);
}

void Thread::end() {
  if (enables_.waiting() != 0) {
    throw Error(ErrorKind::IllegalInstruction,
                fmt::format("Gen8 instruction at {:#x}: the thread ends while channels {:#x} wait "
                            "elsewhere",
                            enables_.current().instruction.offset, enables_.waiting()));
  }
  ended_ = true;
}

}  // namespace lanefold::gen8
