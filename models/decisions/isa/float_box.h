// SPDX-License-Identifier: Apache-2.0
// Float registers as their rows hold them. In programs with doubles they have 64 bits, and a single
// is kept NaN-boxed: its upper half all ones. Loads and moves write them with these.
#pragma once

#include <cstdint>

#include "decisions/isa/lane_execute.h"

namespace lanefold {

constexpr std::uint32_t kBoxHigh = 0xffff'ffff;

/// The row of the upper half of a float register's row.
constexpr unsigned high_row(unsigned float_row) { return float_row + (kFloatHighRow - kFloatRow); }

inline void write_high(const LaneRegisters& registers, unsigned row, unsigned lane,
                       std::uint32_t bits) {
  registers.row(high_row(row))[lane] = bits;
}

/// All 64 bits of a float register: fld's counterpart, fsd stores them.
inline std::uint64_t read_float(const LaneRegisters& registers, unsigned row, unsigned lane) {
  return std::uint64_t{registers.row(high_row(row))[lane]} << 32 | registers.row(row)[lane];
}

}  // namespace lanefold
