// SPDX-License-Identifier: Apache-2.0
// Chooses how an instruction is carried out over lanes: a vectorised loop, or exactly lane by lane
// where a program could see the difference.

#include "decisions/isa/float_box.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/isa/lane_variant.h"
#include "decisions/isa/opcode_table.h"

namespace lanefold {
namespace {

std::uint64_t operand(const LaneRegisters& registers, char type, unsigned row, unsigned lane) {
  const bool wide = type == 'S' || type == 'D' || type == 'B';
  return wide ? read_float(registers, row, lane) : registers.row(row)[lane];
}

/// Lane by lane, with exceptions and each lane's own rounding mode.
template <bool kHasDouble>
LaneMask exact_lanes(const Instruction& instruction, LaneRegisters& registers, LaneMask active) {
  const OpcodeInfo& info = opcode_info(instruction.opcode);
  const char* types = info.signature;
  const unsigned sources = info.sources();
  FloatTraits traits;
  traits.has_double = kHasDouble;
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t a = operand(registers, types[1], instruction.rs1, lane);
    const std::uint64_t b = sources > 1 ? operand(registers, types[2], instruction.rs2, lane) : 0;
    const std::uint64_t c = sources > 2 ? operand(registers, types[3], instruction.rs3, lane) : 0;
    const std::uint8_t mode = registers.float_rounding ? registers.float_rounding[lane] : 0;
    const LaneResult result = execute_lane(instruction, a, b, c, mode, traits);
    registers.row(instruction.rd)[lane] = static_cast<std::uint32_t>(result.value);
    if (kHasDouble && info.result() != 'X') {
      write_high(registers, instruction.rd, lane, static_cast<std::uint32_t>(result.value >> 32));
    }
    if (registers.float_flags) {
      registers.float_flags[lane] |= result.flags;
    }
  });
  return {};
}

LaneFunction vector_loop(Opcode opcode, Rounding mode, bool boxed, LaneVariant variant) {
#if defined(__x86_64__)
  switch (variant) {
    case LaneVariant::Avx512:
      return avx512_loop(opcode, mode, boxed);
    case LaneVariant::Avx2:
      return avx2_loop(opcode, mode, boxed);
    case LaneVariant::Portable:
      break;
  }
#else
  static_cast<void>(variant);
#endif
  return portable_loop(opcode, mode, boxed);
}

std::vector<LaneVariant> find_variants() {
  std::vector<LaneVariant> variants = {LaneVariant::Portable};
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    variants.push_back(LaneVariant::Avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
      variants.push_back(LaneVariant::Avx512);
    }
  }
#endif
  return variants;
}

}  // namespace

const std::vector<LaneVariant>& lane_variants() {
  static const std::vector<LaneVariant> kVariants = find_variants();
  return kVariants;
}

LaneFunction lane_function(const Instruction& instruction, FloatTraits traits,
                           LaneVariant variant) {
  const OpcodeInfo& info = opcode_info(instruction.opcode);
  if (info.kind != InstructionClass::Alu && info.kind != InstructionClass::Branch) {
    return nullptr;
  }
  const LaneFunction exact = traits.has_double ? exact_lanes<true> : exact_lanes<false>;
  const auto mode = static_cast<Rounding>(instruction.rounding);
  const bool rounds = info.format == Format::Rounded;
  const bool unknown_mode = rounds && mode == Rounding::Dynamic && traits.writes_rounding;
  if (info.is_float() && (traits.reads_flags || unknown_mode)) {
    return exact;
  }
  const LaneFunction loop = vector_loop(instruction.opcode, mode, traits.has_double, variant);
  return loop != nullptr ? loop : exact;
}

LaneFunction lane_function(const Instruction& instruction, FloatTraits traits) {
  return lane_function(instruction, traits, lane_variants().back());
}

}  // namespace lanefold
