// SPDX-License-Identifier: Apache-2.0
// What `call` leaves for `ret`: two dwords in a register (Programmer's Reference Manual for
// Broadwell, volume 7: call).
#pragma once

#include <cstdint>

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

struct ReturnPlace {
  std::uint32_t offset = 0;  ///< of the instruction behind the `call`, in the kernel's code
  ChannelMask channels = 0;  ///< those that are in the subroutine
};

/// An Operate: a `call` whose predicate holds in any of `channels` writes its destination. The
/// second dword is opaque to programs. The hardware keeps there which channels of the caller have
/// been called; here stand those that are called now.
ChannelMask keep_return_place(const Instruction& call, Registers& registers, ChannelMask channels);

/// What the register that `ret` names holds.
ReturnPlace return_place(const Instruction& ret, const Registers& registers);

}  // namespace lanefold::gen8
