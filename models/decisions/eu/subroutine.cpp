// SPDX-License-Identifier: Apache-2.0
// Return places in registers.
#include "decisions/eu/subroutine.h"

#include <cstddef>
#include <cstring>

#include "decisions/isa/gen8_alu/alu.h"

namespace lanefold::gen8 {
namespace {

std::size_t place_of(const Operand& operand) {
  return operand.number * kRegisterBytes + operand.byte;
}

}  // namespace

ChannelMask keep_return_place(const Instruction& call, Registers& registers, ChannelMask channels) {
  const ChannelMask called = predicate_of(call, registers, channels);
  if (called == 0) return called;
  const ReturnPlace place = {call.offset + call.size, called};
  std::memcpy(registers.general.data() + place_of(call.destination), &place, sizeof place);
  return called;
}

ReturnPlace return_place(const Instruction& ret, const Registers& registers) {
  ReturnPlace place;
  std::memcpy(&place, registers.general.data() + place_of(ret.sources[0]), sizeof place);
  return place;
}

}  // namespace lanefold::gen8
