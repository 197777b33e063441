// SPDX-License-Identifier: Apache-2.0
// Per-thread decode.
#include "blocks/frontend/decode.h"

#include "decisions/memory_divergence/miss_policy.h"
#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

Decode::Decode(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name), holds_loads_(make_miss_policy(config.on_miss)->holds_loads()) {}

void Decode::take(WarpInstruction& instruction) {
  instruction.instruction = &instruction.thread->next();
  instruction.unit = instruction.instruction->unit;
  instruction.late = resolves_late(*instruction.instruction) ||
                     (holds_loads_ && reads_memory(*instruction.instruction));
  decoded.send(instruction);
}

}  // namespace lanefold
