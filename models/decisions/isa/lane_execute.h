// SPDX-License-Identifier: Apache-2.0
// Carrying out ALU and branch instructions over the lanes of a warp, and over one lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "decisions/isa/instruction.h"

namespace lanefold {

/// Lanes are processed in groups of this many, so that the compiler vectorises every loop.
constexpr unsigned kLaneGroup = 16;

/// A view of one warp's registers: row r, lane l is at rows[r * stride + l].
struct LaneRegisters {
  std::uint32_t* rows = nullptr;  ///< kRegisterRows rows, 64-byte aligned
  std::uint32_t stride = 0;       ///< lanes rounded up to a multiple of kLaneGroup
  LaneMask full;  ///< all lanes of the warp; lanes between it and stride are scratch
  std::uint8_t* float_flags =
      nullptr;  ///< per lane: fflags (NV=16 DZ=8 OF=4 UF=2 NX=1), stride entries
  std::uint8_t* float_rounding = nullptr;  ///< per lane: frm

  std::uint32_t* row(unsigned index) const {
    return &rows[static_cast<std::size_t>(index) * stride];
  }
};

/// What a program can observe of its floating-point environment; decides between the vectorised
/// path and the exact per-lane path. Both give the same results; only the per-lane path keeps flags
/// and honours every rounding mode.
struct FloatTraits {
  bool has_double =
      false;  ///< any D instruction: float registers have 64 bits and floats are NaN-boxed
  bool reads_flags = false;  ///< any access to fflags or fcsr
  bool writes_rounding =
      false;  ///< any write to frm or fcsr: dynamic rounding is not always nearest-even
};

/// Whether each lane may round the result in a way of its own: dynamic rounding, in a program that
/// sets it.
inline bool rounds_by_lane(const Instruction& instruction, const FloatTraits& traits) {
  constexpr std::uint8_t kDynamicRounding = 7;
  return traits.writes_rounding && instruction.rounding == kDynamicRounding;
}

/// Adds to `traits` what one more instruction of the program means for them.
void observe(const Instruction& instruction, FloatTraits& traits);

/// The function that carries out an Alu or Branch instruction; nullptr for other kinds.
LaneFunction lane_function(const Instruction& instruction, FloatTraits traits);

/// One lane of an Alu or Branch instruction on raw operand bits: the meaning of every instruction,
/// in one place. Operands are register contents (64 bits for float registers, NaN-boxed when
/// traits.has_double).
struct LaneResult {
  std::uint64_t value = 0;  ///< new content of rd
  bool taken = false;       ///< for Branch
  std::uint8_t flags = 0;   ///< float exceptions raised
};
LaneResult execute_lane(const Instruction& instruction, std::uint64_t rs1, std::uint64_t rs2,
                        std::uint64_t rs3, std::uint8_t dynamic_rounding, FloatTraits traits);

}  // namespace lanefold
