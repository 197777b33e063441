// SPDX-License-Identifier: Apache-2.0
// Assembler text and source line of instructions.
#include "observers/pipeline_trace/code_texts.h"

#include <functional>
#include <string_view>

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

namespace {

std::size_t hash_of(const std::vector<std::byte>& bytes) {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

void CodeTexts::use(const Program& program) { texts_ = &programs_[hash_of(program.file())]; }

const CodeText& CodeTexts::at(const WarpInstruction& instruction) {
  const auto [place, is_new] = texts_->try_emplace(instruction.pc);
  if (is_new) {
    place->second = {instruction.pc, text_of(instruction),
                     instruction.thread->source_line(instruction.pc)};
  }
  return place->second;
}

}  // namespace lanefold
