// SPDX-License-Identifier: Apache-2.0
// Assembler text and source line of instructions.
#include "observers/pipeline_trace/code_texts.h"

#include "decisions/pipeline/hardware_thread.h"
#include "lanefold/program_hash.h"

namespace lanefold {

void CodeTexts::use(const Program& program) {
  texts_ = &programs_[hash_of_program(program.file())];
}

const CodeText& CodeTexts::at(const WarpInstruction& instruction) {
  const auto [place, is_new] = texts_->try_emplace(instruction.pc);
  if (is_new) {
    place->second = {instruction.pc, text_of(instruction),
                     instruction.thread->source_line(instruction.pc)};
  }
  return place->second;
}

}  // namespace lanefold
