// SPDX-License-Identifier: Apache-2.0
// Counts the rows that hold lanes of issued quads.
#include "decisions/regfile/organisation_rows.h"

#include <algorithm>

namespace lanefold {

OperandFetch fetch_rows(LaneMask issued, unsigned row_bits, const QuadGeometry& geometry) {
  // Operands have 16, 32 or 64 bits: a shift in place of a division.
  const auto operand = static_cast<unsigned>(__builtin_ctz(geometry.operand_bits()));
  const unsigned row_lanes = std::max(row_bits >> operand, 1U);
  const std::uint64_t row = LaneMask::first(row_lanes).bits();
  unsigned accesses = 0;
  for (std::uint64_t rest = issued.bits(); rest != 0;
       rest = row_lanes < 64 ? rest >> row_lanes : 0) {
    accesses += (rest & row) != 0 ? 1 : 0;
  }
  return {accesses, accesses * std::max(row_bits, geometry.operand_bits()), accesses};
}

}  // namespace lanefold
