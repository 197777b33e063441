// SPDX-License-Identifier: Apache-2.0
// The price of an operand in a register file that is read row by row.
#pragma once

#include "lanefold/register_file.h"

namespace lanefold {

/// One access of `row_bits` a cycle, for each row that holds a lane of an issued quad.
OperandFetch fetch_rows(LaneMask issued, unsigned row_bits, const QuadGeometry& geometry);

}  // namespace lanefold
