// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8/decode_controls.h"

namespace lanefold::gen8 {
namespace {

std::uint8_t decode_execution_size(const RawInstruction& raw) {
  constexpr std::uint32_t kLargest = 5;
  const std::uint32_t code = raw.encoding.get(fields::kExecutionSize);
  if (code > kLargest) {
    raw.refuse_code("an execution size, 0 to 5", code);
  }
  return static_cast<std::uint8_t>(1U << code);
}

Condition decode_condition(const RawInstruction& raw) {
  const std::uint32_t code = raw.encoding.get(fields::kCondition);
  constexpr auto kLast = static_cast<std::uint32_t>(Condition::Unordered);
  constexpr std::uint32_t kReserved = 7;
  if (code > kLast || code == kReserved) {
    raw.refuse_code("a condition modifier, 0 to 6, 8 or 9", code);
  }
  return static_cast<Condition>(code);
}

void decode_predicate(const RawInstruction& raw, Instruction& instruction) {
  const std::uint32_t code = raw.encoding.get(fields::kPredicate);
  if (code > static_cast<std::uint32_t>(PredicateControl::All32h)) {
    raw.refuse_code("a predicate control, 0 to 13", code);
  }
  instruction.predicate = static_cast<PredicateControl>(code);
  instruction.predicate_inverted = raw.encoding.test(fields::kPredicateInverted);
}

ThreadControl decode_thread_control(const RawInstruction& raw) {
  const std::uint32_t code = raw.encoding.get(fields::kThreadControl);
  if (code > static_cast<std::uint32_t>(ThreadControl::Switch)) {
    raw.refuse_code("a thread control, 0 to 2", code);
  }
  return static_cast<ThreadControl>(code);
}

}  // namespace

void decode_controls(const RawInstruction& raw, Instruction& instruction) {
  const Encoding& bits = raw.encoding;
  const OpcodeInfo& info = instruction.info();
  instruction.access_mode = bits.test(fields::kAlign16) ? AccessMode::Align16 : AccessMode::Align1;
  instruction.no_dependency_clear = bits.test(fields::kNoDependencyClear);
  instruction.no_dependency_check = bits.test(fields::kNoDependencyCheck);
  instruction.channel_offset = static_cast<std::uint8_t>(4 * bits.get(fields::kChannelGroup));
  instruction.thread_control = decode_thread_control(raw);
  instruction.execution_size = decode_execution_size(raw);
  instruction.no_mask = bits.test(fields::kNoMask);
  instruction.flag_register = static_cast<std::uint8_t>(bits.test(fields::kFlagRegister));
  instruction.flag_subregister = static_cast<std::uint8_t>(bits.test(fields::kFlagSubregister));
  instruction.breakpoint = bits.test(fields::kBreakpoint);
  instruction.saturate = info.has('S') && bits.test(fields::kSaturate);
  if (info.has('P')) {
    decode_predicate(raw, instruction);
  }
  if (info.has('C')) {
    instruction.condition = decode_condition(raw);
  }
}

}  // namespace lanefold::gen8
