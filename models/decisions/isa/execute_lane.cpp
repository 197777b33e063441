// SPDX-License-Identifier: Apache-2.0
// One lane, exactly: any rounding mode, with exceptions.

#include "decisions/isa/float_box.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/isa/meaning.h"
#include "decisions/isa/opcode_table.h"
#include "decisions/isa/soft_float.h"

namespace lanefold {
namespace {

struct RawOperands {
  std::uint64_t a, b, c;
  std::uint32_t imm;
  bool boxed;
};

template <char kType>
auto unboxed(std::uint64_t raw, [[maybe_unused]] bool boxed) {
  if constexpr (kType == 'D') {
    return raw;
  } else if constexpr (kType == 'S') {
    const bool valid = !boxed || raw >> 32 == kBoxHigh;
    return valid ? static_cast<std::uint32_t>(raw) : FloatFormat<std::uint32_t>::kNan;
  } else {
    return static_cast<std::uint32_t>(raw);
  }
}

template <Opcode kOpcode>
auto evaluate(Meaning<SoftFloat>& meaning, const RawOperands& x) {
  constexpr const OpcodeInfo& kInfo = opcode_info(kOpcode);
  constexpr const char* kTypes = kInfo.signature;
  constexpr unsigned kSources = kInfo.sources();
  constexpr Is<kOpcode> kLine{};
  if constexpr (kSources == 3) {
    return meaning.of(kLine, unboxed<kTypes[1]>(x.a, x.boxed), unboxed<kTypes[2]>(x.b, x.boxed),
                      unboxed<kTypes[3]>(x.c, x.boxed));
  } else if constexpr (kSources == 2) {
    return meaning.of(kLine, unboxed<kTypes[1]>(x.a, x.boxed), unboxed<kTypes[2]>(x.b, x.boxed));
  } else if constexpr (kSources == 0) {
    return meaning.of(kLine, x.imm);
  } else if constexpr (kInfo.format == Format::Immediate || kInfo.format == Format::Shift) {
    return meaning.of(kLine, unboxed<kTypes[1]>(x.a, x.boxed), x.imm);
  } else {
    return meaning.of(kLine, unboxed<kTypes[1]>(x.a, x.boxed));
  }
}

template <Opcode kOpcode>
void execute(Meaning<SoftFloat>& meaning, const RawOperands& operands, LaneResult& result) {
  constexpr const OpcodeInfo& kInfo = opcode_info(kOpcode);
  if constexpr (kInfo.kind == InstructionClass::Branch) {
    result.taken = evaluate<kOpcode>(meaning, operands);
  } else if constexpr (kInfo.kind == InstructionClass::Alu) {
    result.value = evaluate<kOpcode>(meaning, operands);
    if (kInfo.result() == 'S' && operands.boxed) {
      result.value |= std::uint64_t{kBoxHigh} << 32;
    }
  }
}

}  // namespace

LaneResult execute_lane(const Instruction& instruction, std::uint64_t rs1, std::uint64_t rs2,
                        std::uint64_t rs3, std::uint8_t dynamic_rounding, FloatTraits traits) {
  const auto mode = static_cast<Rounding>(instruction.rounding);
  Meaning<SoftFloat> meaning(
      SoftFloat(mode == Rounding::Dynamic ? static_cast<Rounding>(dynamic_rounding) : mode));
  const RawOperands operands = {rs1, rs2, rs3, static_cast<std::uint32_t>(instruction.imm),
                                traits.has_double};
  LaneResult result;
  switch (instruction.opcode) {
    case Opcode::Illegal:
      break;
#define LANEFOLD_OPCODE(name, text, match, mask, format, signature, kind, unit) \
  case Opcode::name:                                                            \
    execute<Opcode::name>(meaning, operands, result);                           \
    break;
#include "decisions/isa/opcodes.def"
#undef LANEFOLD_OPCODE
  }
  result.flags = meaning.arithmetic().flags();
  return result;
}

}  // namespace lanefold
