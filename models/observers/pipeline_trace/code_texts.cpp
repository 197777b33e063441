// SPDX-License-Identifier: Apache-2.0
// Assembler text and source line of instructions.
#include "observers/pipeline_trace/code_texts.h"

#include <functional>
#include <string_view>

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

void CodeTexts::use(const ProgramImage& image) {
  const auto* first = reinterpret_cast<const char*>(image.elf.data());
  texts_ = &programs_[std::hash<std::string_view>()({first, image.elf.size()})];
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
