// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8/decode_controls.h"

#include <fmt/format.h>

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
  const bool predicated = instruction.predicate != PredicateControl::None;
  instruction.predicate_inverted = predicated && raw.encoding.test(fields::kPredicateInverted);
}

/// Align16 has codes of its own, of which the first two and the 4h forms mean what align1's do.
void check_align16_predicate(const RawInstruction& raw, const Instruction& instruction) {
  constexpr std::uint32_t kSequential = 1;
  const auto code = static_cast<std::uint32_t>(instruction.predicate);
  const bool four = instruction.predicate == PredicateControl::Any4h ||
                    instruction.predicate == PredicateControl::All4h;
  if (code > kSequential && !four) {
    raw.refuse_code("no predicate of one component in align16", code);
  }
}

void decode_channels(const RawInstruction& raw, Instruction& instruction) {
  constexpr unsigned kChannels = 32;
  instruction.execution_size = decode_execution_size(raw);
  instruction.channel_offset =
      static_cast<std::uint8_t>(4 * raw.encoding.get(fields::kChannelGroup));
  if (instruction.channel_offset + instruction.execution_size > kChannels) {
    raw.refuse("channels 0 to 31", fmt::format("{} channels from {}", instruction.execution_size,
                                               instruction.channel_offset));
  }
}

ThreadControl decode_thread_control(const RawInstruction& raw) {
  const std::uint32_t code = raw.encoding.get(fields::kThreadControl);
  if (code > static_cast<std::uint32_t>(ThreadControl::Switch)) {
    raw.refuse_code("a thread control, 0 to 2", code);
  }
  return static_cast<ThreadControl>(code);
}

/// Messages have none of these.
void decode_scheduling(const RawInstruction& raw, Instruction& instruction) {
  instruction.no_dependency_clear = raw.encoding.test(fields::kNoDependencyClear);
  instruction.no_dependency_check = raw.encoding.test(fields::kNoDependencyCheck);
  instruction.thread_control = decode_thread_control(raw);
}

}  // namespace

void decode_controls(const RawInstruction& raw, Instruction& instruction) {
  const Encoding& bits = raw.encoding;
  const OpcodeInfo& info = instruction.info();
  instruction.access_mode = bits.test(fields::kAlign16) ? AccessMode::Align16 : AccessMode::Align1;
  decode_channels(raw, instruction);
  if (info.format != Format::Send) {
    decode_scheduling(raw, instruction);
  }
  instruction.no_mask = bits.test(fields::kNoMask);
  instruction.flag_register = static_cast<std::uint8_t>(bits.test(fields::kFlagRegister));
  instruction.flag_subregister = static_cast<std::uint8_t>(bits.test(fields::kFlagSubregister));
  instruction.breakpoint = bits.test(fields::kBreakpoint);
  instruction.saturate = info.has('S') && bits.test(fields::kSaturate);
  if (info.has('P')) {
    decode_predicate(raw, instruction);
    if (instruction.access_mode == AccessMode::Align16) {
      check_align16_predicate(raw, instruction);
    }
  }
  if (info.has('C')) {
    instruction.condition = decode_condition(raw);
  }
}

}  // namespace lanefold::gen8
