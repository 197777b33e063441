// SPDX-License-Identifier: Apache-2.0
// Between the bytes of memory and the registers of one lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "decisions/isa/float_box.h"
#include "decisions/isa/instruction.h"
#include "decisions/isa/lane_execute.h"

namespace lanefold {

template <class T>
T value_at(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// What a load writes to the register, or to the lower half of one of 64 bits.
inline std::uint32_t loaded_word(Opcode opcode, const std::byte* from) {
  switch (opcode) {
    case Opcode::Lb:
      return static_cast<std::uint32_t>(value_at<std::int8_t>(from));
    case Opcode::Lbu:
    case Opcode::SnoopBu:
      return value_at<std::uint8_t>(from);
    case Opcode::Lh:
      return static_cast<std::uint32_t>(value_at<std::int16_t>(from));
    case Opcode::Lhu:
      return value_at<std::uint16_t>(from);
    default:
      return value_at<std::uint32_t>(from);
  }
}

/// Whether a load's register keeps its single NaN-boxed.
inline bool boxes(const Instruction& load, FloatTraits traits) {
  return load.opcode == Opcode::Flw && traits.has_double;
}

/// Whether a load writes an upper half, too.
inline bool writes_upper(const Instruction& load, FloatTraits traits) {
  return load.access_bytes == 8 || boxes(load, traits);
}

/// What a load that writes an upper half writes there; `from` is where that of 64 bits is found.
inline std::uint32_t loaded_upper(const Instruction& load, const std::byte* from) {
  return load.access_bytes == 8 ? value_at<std::uint32_t>(from) : kBoxHigh;
}

/// What a store writes, the lowest byte first.
inline std::uint64_t stored_value(const Instruction& store, const LaneRegisters& registers,
                                  unsigned lane) {
  if (store.access_bytes == 8) return read_float(registers, store.rs2, lane);
  return registers.row(store.rs2)[lane];
}

}  // namespace lanefold
