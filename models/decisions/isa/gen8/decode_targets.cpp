// SPDX-License-Identifier: Apache-2.0
// Branches and jumps.

#include <fmt/format.h>

#include "decisions/isa/gen8/decode_formats.h"

namespace lanefold::gen8 {
namespace {

std::int32_t distance(const RawInstruction& raw, Field field) {
  return static_cast<std::int32_t>(raw.encoding.get(field));
}

/// Jumps and calls have their target where others have their second source.
void check_target(const RawInstruction& raw) {
  constexpr Field kTargetFile = {89, 2};
  constexpr Field kTargetType = {91, 4};
  constexpr std::uint32_t kSigned = 1;
  if (raw.encoding.get(kTargetFile) != fields::kImmediateFile) {
    raw.refuse_code("an immediate as target, file 3", raw.encoding.get(kTargetFile));
  }
  if (raw.encoding.get(kTargetType) != kSigned) {
    raw.refuse_code("a target of type d, 1", raw.encoding.get(kTargetType));
  }
}

/// Address and channels of a call are in two dwords of a general register.
void check_return_address(const RawInstruction& raw, const Operand& operand) {
  if (operand.kind != OperandKind::Register || operand.file != RegisterFile::General ||
      operand.type != DataType::Ud) {
    raw.refuse("a general register of type ud as return address", "something else");
  }
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
  check_target(raw);
  if (instruction.execution_size != 1 || !instruction.no_mask) {
    raw.refuse("one channel of jmpi without mask",
               fmt::format("{} {}", instruction.execution_size,
                           instruction.no_mask ? "channels" : "with mask"));
  }
  if (instruction.channel_offset != 0) {
    raw.refuse("channel 0 of jmpi", fmt::format("channel {}", instruction.channel_offset));
  }
  const std::uint32_t target = raw.encoding.get(fields::kJip) + raw.size;
  instruction.jip = static_cast<std::int32_t>(target);
}

void decode_call(const RawInstruction& raw, Instruction& instruction) {
  check_target(raw);
  decode_operands(raw, 0, instruction);
  check_return_address(raw, instruction.destination);
  if (instruction.destination.region.horizontal != 1) {
    raw.refuse("elements side by side as return address",
               fmt::format("stride {}", instruction.destination.region.horizontal));
  }
  instruction.jip = distance(raw, fields::kJip);
}

void decode_return(const RawInstruction& raw, Instruction& instruction) {
  decode_operands(raw, 1, instruction);
  check_return_address(raw, instruction.sources[0]);
}

}  // namespace lanefold::gen8
