// SPDX-License-Identifier: Apache-2.0
// Fast functions for what programs execute most: all channels at once, in lanes of one type of the
// host. Sources and destinations of other types and regions are converted before and after.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decisions/isa/gen8_alu/alu.h"

namespace lanefold::gen8 {

/// What a fast function does.
enum class FastOperation : std::uint8_t {
  Move,
  Choose,   ///< sel by a predicate
  Minimum,  ///< sel.lt
  Maximum,  ///< sel.ge
  Not,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  ArithmeticShiftRight,
  Add,
  Multiply,
  MultiplyAdd,
  Compare,
  RoundUp,
  RoundDown,
  RoundEven,
  RoundToZero,
  Inverse,  // functions of math from here on
  SquareRoot,
  InverseSquareRoot,
  Divide,
  Log,
  Exp,
  Sin,
  Cos,
  Quotient,
  Remainder,
};

/// The type of the host in which lanes compute.
enum class LaneType : std::uint8_t { U32, I32, U64, I64, F32, F64 };

struct FastForm {
  FastOperation operation;
  LaneType lane;
};

/// The form in which an instruction, which general_operation_of takes, computes the same as the
/// general function; nothing where there is none.
std::optional<FastForm> fast_form_of(const Instruction& instruction);

/// Instruction sets of the host for which fast functions are compiled.
enum class HostVariant : std::uint8_t { Portable, Avx2 };

/// What this host can run, the fastest last.
const std::vector<HostVariant>& host_variants();

/// The function of a form, or nullptr; the variant is one of host_variants().
Operate fast_operation(const FastForm& form, HostVariant variant);
Operate portable_operation(const FastForm& form);
Operate avx2_operation(const FastForm& form);

/// The fast function of an instruction on this host, or nullptr.
Operate fast_operation_of(const Instruction& instruction);

}  // namespace lanefold::gen8
