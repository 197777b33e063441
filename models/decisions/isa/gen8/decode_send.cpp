// SPDX-License-Identifier: Apache-2.0
// Messages: shared function, descriptor, and the registers that carry payload and response.

#include "decisions/isa/gen8/decode_formats.h"

namespace lanefold::gen8 {
namespace {

SharedFunction decode_function(const RawInstruction& raw) {
  const std::uint32_t code = raw.encoding.get(fields::kCondition);
  constexpr std::uint32_t kReserved = 1;
  constexpr auto kLast = static_cast<std::uint32_t>(SharedFunction::RefinementEngine);
  if (code == kReserved || code > kLast) {
    raw.refuse_code("a shared function, 0 or 2 to 13", code);
  }
  return static_cast<SharedFunction>(code);
}

/// Payload and response are general registers; no response is needed.
void check_carrier(const RawInstruction& raw, const Operand& operand, bool may_be_null) {
  const bool general = operand.file == RegisterFile::General;
  const bool null = may_be_null && operand.file == RegisterFile::Null;
  if (operand.kind != OperandKind::Register || !(general || null)) {
    raw.refuse("direct general registers as payload and response of a message", "something else");
  }
}

}  // namespace

void decode_send(const RawInstruction& raw, Instruction& instruction) {
  const Encoding& bits = raw.encoding;
  if (bits.get(fields::kDescriptorFile) != fields::kImmediateFile) {
    raw.refuse_code("an immediate descriptor, file 3", bits.get(fields::kDescriptorFile));
  }
  decode_operands(raw, 1, instruction);
  check_carrier(raw, instruction.sources[0], false);
  check_carrier(raw, instruction.destination, true);
  Message& message = instruction.message;
  message.function = decode_function(raw);
  message.descriptor = bits.get(fields::kDescriptor);
  message.end_of_thread = bits.test(fields::kEndOfThread);
}

}  // namespace lanefold::gen8
