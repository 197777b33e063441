// SPDX-License-Identifier: Apache-2.0
// Scalars where a vector operation wants a vector.
#pragma once

#include "tools/bril/program.h"

namespace lanefold::bril {

/// Puts a broadcast before each vector operation with an int where it wants a vector, as if the
/// operation read the scalar in each lane. These broadcasts are `implied`: they stand for no
/// operation of an ALU, and opt leaves them out.
Program with_scalar_operands(const Program& program);

}  // namespace lanefold::bril
