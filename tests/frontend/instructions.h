// SPDX-License-Identifier: Apache-2.0
// Shorthand of the tests of the front end.
#pragma once

#include "base/index_set.h"
#include "tests/support/pipeline.h"

namespace lanefold {

constexpr SlotSet kAll = SlotSet::all();

inline std::uint32_t add(unsigned rd, unsigned rs1, unsigned rs2) {
  return encode(Opcode::Add, {rd, rs1, rs2});
}

}  // namespace lanefold
