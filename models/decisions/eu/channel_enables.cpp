// SPDX-License-Identifier: Apache-2.0
// What each branch does to the channels.
#include "decisions/eu/channel_enables.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

template <class Action>
void for_each_channel(ChannelMask channels, Action&& action) {
  for (; channels != 0; channels &= channels - 1) {
    action(static_cast<unsigned>(__builtin_ctz(channels)));
  }
}

}  // namespace

void ChannelEnables::start(const KernelCode& code, ChannelMask channels) {
  code_ = &code;
  enabled_ = channels;
  waiting_ = 0;
  broken_ = 0;
  go_to(0);
}

void ChannelEnables::go_to(std::uint32_t number) {
  number_ = number;
  broke_here_ = 0;
  if (!current().channels_join || waiting_ == 0) return;
  const ChannelMask here = waiting_at(number);
  merges_ += here != 0 && enabled_ != 0 ? 1 : 0;
  enabled_ |= here;
  waiting_ &= ~here;
  broke_here_ = here & broken_;
  broken_ &= ~here;
}

unsigned ChannelEnables::waiting_places() const {
  unsigned places = 0;
  for (ChannelMask rest = waiting_; rest != 0; ++places) {
    rest &= ~waiting_at(place_[static_cast<unsigned>(__builtin_ctz(rest))]);
  }
  return places;
}

ChannelMask ChannelEnables::waiting_at(std::uint32_t number) const {
  ChannelMask here = 0;
  for_each_channel(waiting_, [&](unsigned channel) {
    if (place_[channel] == number) here |= ChannelMask{1} << channel;
  });
  return here;
}

void ChannelEnables::wait_at(std::uint32_t number, ChannelMask channels) {
  for_each_channel(channels, [&](unsigned channel) { place_[channel] = number; });
  waiting_ |= channels;
  enabled_ &= ~channels;
}

/// Channels wait at `where`; the thread follows JIP if that leaves none.
bool ChannelEnables::leave(ChannelMask channels, std::uint32_t where) {
  const LinkedInstruction& at = current();
  const ChannelMask before = enabled_ & at.window;
  channels &= before;
  wait_at(where, channels);
  if (at.instruction.opcode == Opcode::Break) broken_ |= channels;
  const bool none_left = (enabled_ & at.window) == 0;
  go_to(none_left ? at.jip : number_ + 1);
  return channels != 0 && channels != before;
}

/// Channels of the first part wait at the end; those of the second have waited behind the `else`.
bool ChannelEnables::enter_else() {
  const LinkedInstruction& at = current();
  wait_at(at.uip, enabled_ & at.window);
  const bool second_part = (waiting_at(number_ + 1) & at.window) != 0;
  go_to(second_part ? number_ + 1 : at.jip);
  return false;
}

/// Channels that broke out of the loop have waited at its `while`, and never begin it again.
bool ChannelEnables::close_loop(ChannelMask predicate) {
  const LinkedInstruction& at = current();
  const ChannelMask arrived = deciding();
  const ChannelMask again = arrived & predicate;
  if (again == 0) {
    go_to(number_ + 1);
    return false;
  }
  wait_at(number_ + 1, enabled_ & at.window & ~again);
  go_to(at.jip);
  return again != arrived;
}

/// Whoever jumps does so at once, the others wait behind the instruction.
bool ChannelEnables::jump(ChannelMask predicate, std::uint32_t where) {
  const ChannelMask before = enabled_ & current().window;
  const ChannelMask jumping = before & predicate;
  if (jumping == 0) {
    go_to(number_ + 1);
    return false;
  }
  wait_at(number_ + 1, before & ~jumping);
  go_to(where);
  return jumping != before;
}

/// Those that are still in the subroutine when others leave it go on behind the `ret`.
bool ChannelEnables::return_to(std::uint32_t number, ChannelMask called, ChannelMask predicate) {
  const ChannelMask before = enabled_ & current().window;
  const ChannelMask leaving = before & predicate;
  wait_at(number, leaving);
  const ChannelMask staying = called & ~waiting_at(number);
  const std::uint32_t next = staying == 0 ? number : number_ + 1;
  if (next == code_->size()) {
    const Instruction& ret = current().instruction;
    throw Error(ErrorKind::IllegalInstruction,
                fmt::format("Gen8 instruction at {:#x} ({}): the code ends before channels {:#x} "
                            "have returned",
                            ret.offset, disassemble(ret), staying));
  }
  go_to(next);
  return leaving != 0 && leaving != before;
}

void ChannelEnables::join() { go_to(enabled_ == 0 ? current().jip : number_ + 1); }

bool ChannelEnables::branch(ChannelMask predicate) {
  const LinkedInstruction& at = current();
  switch (at.instruction.opcode) {
    case Opcode::If:
      return leave(~predicate, at.jip);
    case Opcode::Else:
      return enter_else();
    case Opcode::Break:
    case Opcode::Cont:
    case Opcode::Halt:
      return leave(predicate, at.uip);
    case Opcode::Goto:
      return at.instruction.branch_control ? jump(predicate, at.uip) : leave(~predicate, at.uip);
    case Opcode::Call:
      return jump(predicate, at.jip);
    case Opcode::While:
      return close_loop(predicate);
    case Opcode::Jmpi:
      go_to((predicate & 1U) != 0 ? at.jip : number_ + 1);
      return false;
    case Opcode::Endif:
    case Opcode::Join:
      join();
      return false;
    default:
      throw Error(ErrorKind::Internal, "a linked branch that channels do not know");
  }
}

}  // namespace lanefold::gen8
