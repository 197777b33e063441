// SPDX-License-Identifier: Apache-2.0
// What is said of instructions on their way.
#include "decisions/pipeline/hardware_thread.h"

#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {

std::string text_of(const WarpInstruction& instruction) {
  return instruction.thread->text(*instruction.instruction);
}

}  // namespace lanefold
