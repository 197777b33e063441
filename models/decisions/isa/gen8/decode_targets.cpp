// SPDX-License-Identifier: Apache-2.0
// Branches and jumps.

#include <fmt/format.h>

#include "decisions/isa/gen8/decode_formats.h"

namespace lanefold::gen8 {
namespace {

std::int32_t distance(const RawInstruction& raw, Field field) {
  return static_cast<std::int32_t>(raw.encoding.get(field));
}

}  // namespace

void decode_branch(const RawInstruction& raw, Instruction& instruction) {
  const OpcodeInfo& info = instruction.info();
  instruction.branch_control = info.has('B') && raw.encoding.test(fields::kAccumulatorWrite);
  instruction.jip = distance(raw, fields::kJip);
  if (info.format == Format::TwoTargets) {
    instruction.uip = distance(raw, fields::kUip);
  }
}

void decode_jump(const RawInstruction& raw, Instruction& instruction) {
  constexpr Field kTargetFile = {89, 2};
  constexpr Field kTargetType = {91, 4};
  constexpr std::uint32_t kSigned = 1;
  if (raw.encoding.get(kTargetFile) != fields::kImmediateFile) {
    raw.refuse_code("an immediate as target of jmpi, file 3", raw.encoding.get(kTargetFile));
  }
  if (raw.encoding.get(kTargetType) != kSigned) {
    raw.refuse_code("a target of jmpi of type d, 1", raw.encoding.get(kTargetType));
  }
  if (instruction.execution_size != 1 || !instruction.no_mask) {
    raw.refuse("one channel of jmpi without mask",
               fmt::format("{} {}", instruction.execution_size,
                           instruction.no_mask ? "channels" : "with mask"));
  }
  const std::uint32_t target = raw.encoding.get(fields::kJip) + raw.size;
  instruction.jip = static_cast<std::int32_t>(target);
}

}  // namespace lanefold::gen8
