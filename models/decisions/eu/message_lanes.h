// SPDX-License-Identifier: Apache-2.0
// What a message accesses, for the blocks that give it time.
#pragma once

#include "decisions/eu/message_access.h"
#include "decisions/memory/lane_memory.h"

namespace lanefold::gen8 {

/// Fills `access` for a message to memory that is about to be carried out for `channels`, which are
/// the lanes. A block is an access of one lane; lanes behind the end of a surface access nothing.
void describe_access(const Instruction& instruction, const MessageForm& form,
                     const Registers& registers, ChannelMask channels, const ThreadMemory& memory,
                     LaneAccess& access);

}  // namespace lanefold::gen8
