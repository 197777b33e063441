// SPDX-License-Identifier: Apache-2.0
// Assembler text and source line of the instructions that are traced.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "decisions/pipeline/warp_instruction.h"
#include "lanefold/program.h"
#include "observers/pipeline_trace/pipeline_row.h"

namespace lanefold {

/// Keeps what it has found for every program, by the program's content: applications launch the
/// same few again and again, and line tables take long to read.
class CodeTexts {
 public:
  /// A launch of this program begins.
  void use(const Program& program);
  /// Stays where it is.
  const CodeText& at(const WarpInstruction& instruction);

 private:
  using Texts = std::unordered_map<std::uint32_t, CodeText>;

  std::map<std::size_t, Texts> programs_;  ///< by hash
  Texts* texts_ = nullptr;
};

}  // namespace lanefold
